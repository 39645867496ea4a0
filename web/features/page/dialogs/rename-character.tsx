import { type FormEvent, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Dialog, FormActions, DialogContent } from '../../../ui/overlay/dialog.tsx'

const { rename } = messages.pageView

/** A character's name, and what it becomes. */
export type Renaming = { from: string; to: string }

type RenameFormProps = {
  characters: readonly string[]
  renaming: Renaming | undefined
  onRename: (from: string, to: string, mentions: boolean) => void
}

type RenameCharacterProps = RenameFormProps & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function RenameCharacter({ isOpen, onOpenChange, ...form }: RenameCharacterProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title={rename.title} closeLabel={messages.common.close} className="max-w-100">
        <RenameForm
          {...form}
          onRename={(...chosen) => {
            onOpenChange(false)
            form.onRename(...chosen)
          }}
        />
      </DialogContent>
    </Dialog>
  )
}

function RenameForm({ characters, renaming, onRename }: RenameFormProps) {
  const [from, setFrom] = useState(renaming?.from)
  const [to, setTo] = useState(renaming?.to ?? '')
  const [mentions, setMentions] = useState(true)
  const chosen = from !== undefined && characters.includes(from) ? from : (characters[0] ?? '')
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (to.trim() === '' || chosen === '') return
    onRename(chosen, to.trim(), mentions)
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field label={rename.from}>
        <Select value={chosen} onChange={({ target }) => setFrom(target.value)} className="w-full">
          {characters.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      </Field>
      <Field label={rename.to}>
        <Input value={to} autoComplete="off" onChange={({ target }) => setTo(target.value)} />
      </Field>
      <Checkbox label={rename.mentions} checked={mentions} onChange={setMentions} />
      <FormActions
        cancel={rename.cancel}
        submit={rename.submit}
        disabled={to.trim() === '' || chosen === ''}
      />
    </form>
  )
}
