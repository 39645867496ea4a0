import { type FormEvent, useState } from 'react'
import type { EncodingChoice } from '../../../../screenplay/formats.ts'
import { messages } from '../../../messages.ts'
import { importingMessages } from '../../../messages/importing.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { focusableWhileScrolling } from '../../../ui/layout/focusable-while-scrolling.ts'
import { Dialog, FormActions, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { encodingName } from './import-client.ts'

const words = importingMessages.encoding

/** A file whose encoding the writer has to choose; null cancels the import. */
export type AskedEncoding = {
  file: string
  choices: readonly EncodingChoice[]
  answer: (encoding: string | null) => void
}

/** Shows how the beginning of a file reads in each encoding. */
export function EncodingDialog({ file, choices, answer }: AskedEncoding) {
  const [chosen, setChosen] = useState(choices[0])
  function submit(event: FormEvent): void {
    event.preventDefault()
    answer(chosen?.encoding ?? null)
  }
  return (
    <Dialog open onOpenChange={() => answer(null)}>
      <DialogContent
        title={words.title}
        description={words.text(file)}
        closeLabel={messages.common.close}
        className="max-w-140"
      >
        <form onSubmit={submit} className="grid gap-4">
          <Field label={words.label}>
            <Select
              value={chosen?.encoding}
              onChange={({ target }) =>
                setChosen(choices.find(({ encoding }) => encoding === target.value))
              }
              className="w-full"
            >
              {choices.map(({ encoding }) => (
                <option key={encoding} value={encoding}>
                  {encodingName(encoding)}
                </option>
              ))}
            </Select>
          </Field>
          <section
            ref={focusableWhileScrolling}
            aria-label={words.preview}
            aria-live="polite"
            className="max-h-56 overflow-auto rounded-md border border-line bg-sheet px-3 py-2 font-script text-sm"
          >
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {chosen?.preview}
            </p>
          </section>
          <FormActions cancel={words.cancel} submit={words.submit} />
        </form>
      </DialogContent>
    </Dialog>
  )
}
