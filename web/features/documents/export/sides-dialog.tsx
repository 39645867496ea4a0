import { type FormEvent, useState } from 'react'
import { characterNames } from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { messages } from '../../../messages.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog, FormActions, DialogContent } from '../../../ui/overlay/dialog.tsx'

const { sides } = messages.documents

type SidesDialogProps = {
  text: string
  onClose: () => void
  onExport: (character: string) => void
}

/** Whose scenes to download. */
export function SidesDialog({ text, onClose, onExport }: SidesDialogProps) {
  const [characters] = useState(() => characterNames(parse(text)))
  const [character, setCharacter] = useState(characters[0])
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (character === undefined) return
    onClose()
    onExport(character)
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={sides.title} closeLabel={messages.common.close} className="max-w-100">
        <form onSubmit={submit} className="grid gap-4">
          {character === undefined ? (
            <p className="text-md text-ink-2">{sides.none}</p>
          ) : (
            <Field label={sides.character} hint={sides.hint}>
              <Select
                value={character}
                onChange={({ target }) => setCharacter(target.value)}
                className="w-full"
              >
                {characters.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            </Field>
          )}
          <FormActions
            cancel={sides.cancel}
            submit={sides.submit}
            disabled={character === undefined}
          />
        </form>
      </DialogContent>
    </Dialog>
  )
}
