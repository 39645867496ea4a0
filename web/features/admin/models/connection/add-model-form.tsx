import { useState } from 'react'
import { errorText } from '../../../../error-text.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Input } from '../../../../ui/form/input.tsx'
import { useManageModels } from '../models-api.ts'

/** For models that the provider does not list. */
export function AddModelForm({ connectionId }: { connectionId: string }) {
  const { mutate, isPending, error } = useManageModels()
  const [model, setModel] = useState('')
  return (
    <form
      className="flex items-end gap-2 border-t border-line px-4.5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (model.trim() === '') return
        mutate({ action: 'add', id: connectionId, model }, { onSuccess: () => setModel('') })
      }}
    >
      <Field
        label={words.addModelName}
        hideLabel
        className="min-w-0 grow sm:max-w-80"
        error={error ? errorText(error, words.failed) : undefined}
      >
        <Input
          value={model}
          placeholder={words.addModelName}
          onChange={({ target }) => setModel(target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
        />
      </Field>
      <Button type="submit" busy={isPending} disabled={model.trim() === ''}>
        {words.addModel}
      </Button>
    </form>
  )
}
