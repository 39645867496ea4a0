import type { FormEvent } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { messages } from '../../../messages.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../../ui/overlay/dialog.tsx'
import {
  otherKeys,
  TITLE_FIELDS,
  type TitleField,
  type TitlePageEntry,
  titleTexts,
  withTitleTexts,
} from './title-page-fields.ts'

const words = pageMessages.titlePage

type TitlePageFormProps = {
  entries: readonly TitlePageEntry[]
  onSave: (entries: TitlePageEntry[]) => void
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** The title page as a form. Keys that it does not know stay as they are. */
export function TitlePageForm({ entries, onSave, isOpen, onOpenChange }: TitlePageFormProps) {
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const texts = TITLE_FIELDS.map((field) => {
      const text = form.get(field)
      return [field, typeof text === 'string' ? text : '']
    })
    onSave(withTitleTexts(entries, Object.fromEntries(texts) as Record<TitleField, string>))
    onOpenChange(false)
  }

  const others = otherKeys(entries)
  const shown = titleTexts(entries)
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title={words.title} closeLabel={messages.common.close}>
        <form onSubmit={save} className="flex flex-col gap-4">
          {TITLE_FIELDS.map((field) => (
            <Field key={field} label={words.fields[field]}>
              <Textarea
                name={field}
                defaultValue={shown[field]}
                rows={1}
                dir="auto"
                className={classNames(
                  'field-sizing-content resize-none font-script touch:min-h-11',
                  // Room for several lines: the contact is usually an address.
                  field === 'contact' && 'min-h-20 touch:min-h-20',
                )}
              />
            </Field>
          ))}
          {others.length > 0 && (
            <p className="text-sm text-ink-2">{words.others(others.join(', '))}</p>
          )}
          <DialogActions className="mt-2">
            <DialogClose asChild>
              <Button>{words.cancel}</Button>
            </DialogClose>
            <Button type="submit" variant="primary">
              {words.save}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  )
}
