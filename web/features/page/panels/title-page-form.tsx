import type { TitleEntry } from '../../../../screenplay/model.ts'
import type { FormEvent } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { messages } from '../../../messages.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Textarea } from '../../../ui/form/textarea.tsx'
import { Dialog, FormActions, DialogContent } from '../../../ui/overlay/dialog.tsx'

type TitlePageEntry = Pick<TitleEntry, 'key' | 'values'>

/** In the order in which new entries are added. New entries use the first key; all are read. */
const FIELD_KEYS = {
  title: ['Title'],
  credit: ['Credit'],
  author: ['Author', 'Authors'],
  source: ['Source'],
  draftDate: ['Draft date', 'Date'],
  contact: ['Contact'],
} as const

type TitleField = keyof typeof FIELD_KEYS

const TITLE_FIELDS = Object.keys(FIELD_KEYS) as TitleField[]

const fieldByKey = new Map(
  TITLE_FIELDS.flatMap((field) => FIELD_KEYS[field].map((key) => [key.toLowerCase(), field])),
)

const fieldOf = ({ key }: TitlePageEntry) => fieldByKey.get(key.trim().toLowerCase())

/** The entry behind each field: the first one, if a key occurs twice. */
function entriesByField(
  entries: readonly TitlePageEntry[],
): ReadonlyMap<TitleField, TitlePageEntry> {
  const found = new Map<TitleField, TitlePageEntry>()
  for (const entry of entries) {
    const field = fieldOf(entry)
    if (field && !found.has(field)) found.set(field, entry)
  }
  return found
}

const entryText = (entry: TitlePageEntry | undefined) => entry?.values.join('\n') ?? ''

/** What the form shows. */
export function titleTexts(entries: readonly TitlePageEntry[]): Record<TitleField, string> {
  const found = entriesByField(entries)
  const texts = TITLE_FIELDS.map((field) => [field, entryText(found.get(field))])
  return Object.fromEntries(texts) as Record<TitleField, string>
}

/** The keys that the form does not show. */
export function otherKeys(entries: readonly TitlePageEntry[]): string[] {
  const shown = new Set(entriesByField(entries).values())
  return entries.filter((entry) => !shown.has(entry)).map(({ key }) => key)
}

/** An empty line would end the title page. */
const linesOf = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The entries with what was typed; all others, and those that did not change, stay as and where they are. */
export function withTitleTexts(
  entries: readonly TitlePageEntry[],
  texts: Readonly<Record<TitleField, string>>,
): TitlePageEntry[] {
  const found = entriesByField(entries)
  const shown = new Map([...found].map(([field, entry]) => [entry, field]))
  const changed = entries.flatMap((entry) => {
    const field = shown.get(entry)
    if (!field || texts[field] === entryText(entry)) return [entry]
    const values = linesOf(texts[field])
    return values.length > 0 ? [{ key: entry.key, values }] : []
  })
  for (const [order, field] of TITLE_FIELDS.entries()) {
    const values = linesOf(texts[field])
    if (found.has(field) || values.length === 0) continue
    const earlier = new Set<TitleField | undefined>(TITLE_FIELDS.slice(0, order))
    const before = changed.findLastIndex((entry) => earlier.has(fieldOf(entry)))
    changed.splice(before + 1, 0, { key: FIELD_KEYS[field][0], values })
  }
  return changed
}

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
          <FormActions className="mt-2" cancel={words.cancel} submit={words.save} />
        </form>
      </DialogContent>
    </Dialog>
  )
}
