import { Info, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import {
  type AdminModels,
  type ConnectionTrouble,
  ENVIRONMENT_MODEL,
  type ListedConnection,
} from '../../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Badge } from '../../../../ui/feedback/badge.tsx'
import { showToast } from '../../../../ui/feedback/toast.ts'
import { Card, CardHeader, CardTitle } from '../../../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { MenuItem } from '../../../../ui/overlay/menu.tsx'
import { errorText } from '../../../../error-text.ts'
import { MoreActions } from '../../more-actions.tsx'
import { ModelsTable } from '../model/models-table.tsx'
import { useManageModels, type SavedConnection, showFailure } from '../../api/models.ts'
import { Trouble } from '../trouble.tsx'
import { Field } from '../../../../ui/form/field.tsx'
import { Input } from '../../../../ui/form/input.tsx'

/** For models that the provider does not list. */
function AddModelForm({ connectionId }: { connectionId: string }) {
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

const keyTones = { none: 'neutral', stored: 'good', unreadable: 'bad' } as const

type ConnectionCardProps = {
  connection: ListedConnection
  state: AdminModels
  /** Set if this connection was the last one saved on this page. */
  saved: SavedConnection | undefined
  onEdit: () => void
}

/** A connection with its models. */
export function ConnectionCard({ connection, state, saved, onEdit }: ConnectionCardProps) {
  const { id, name, kind, baseUrl, key, models } = connection
  const { mutate, mutateAsync, isPending } = useManageModels()
  const card = useRef<HTMLElement>(null)
  /** The outcome of the last fetch of models; ignored once the connection is saved again. */
  const [fetched, setFetched] = useState<{ since: unknown; trouble: ConnectionTrouble | null }>()
  const trouble = fetched && fetched.since === saved ? fetched.trouble : saved?.trouble
  const setTrouble = (found: ConnectionTrouble | null) =>
    setFetched({ since: saved, trouble: found })
  const [isDeleting, setIsDeleting] = useState(false)
  // Many connections have the same name as their provider: do not repeat it.
  const origin = [words.kinds[kind], baseUrl].filter((text) => text && text !== name).join(' · ')
  const hasDefault = models.some((model) => model.id === state.defaultModel)

  // Until then whatever is connected answers nobody.
  const needsDefault =
    models.length > 0 &&
    state.defaultModel === ENVIRONMENT_MODEL &&
    state.environment.provider === 'demo'

  useEffect(() => {
    // A new connection is added at the end of the list, which may be below the viewport.
    if (saved?.isNew) card.current?.focus()
  }, [saved])

  function fetchModels(): void {
    setTrouble(null)
    mutate(
      { action: 'fetch', id },
      {
        onSuccess: (answer) => {
          setTrouble(answer.trouble)
          if (answer.trouble) return
          const listed = answer.state.connections.find((one) => one.id === id)
          const message = words.fetched(name, listed?.models.length ?? 0)
          showToast({ title: words.successTitle, message, kind: 'success' })
        },
        onError: showFailure,
      },
    )
  }

  return (
    <Card ref={card} tabIndex={-1} aria-labelledby={`connection-${id}`} className="scroll-mt-4">
      <CardHeader>
        <div className="min-w-0 grow basis-52">
          <CardTitle id={`connection-${id}`} className="wrap-anywhere">
            {name}
          </CardTitle>
          {origin !== '' && <p className="text-sm wrap-anywhere text-ink-2">{origin}</p>}
        </div>
        <Badge tone={keyTones[key]}>{words.keys[key]}</Badge>
        <span className="flex items-center gap-1.5 max-sm:w-full max-sm:justify-between">
          {key === 'unreadable' ? (
            <Button size="sm" variant="primary" onClick={onEdit}>
              {words.enterKey}
            </Button>
          ) : (
            <Button size="sm" busy={isPending} onClick={fetchModels}>
              <RefreshCw />
              {words.fetch}
            </Button>
          )}
          <MoreActions label={words.more(name)} className="-mr-2">
            <MenuItem onSelect={onEdit}>
              <Pencil />
              {words.edit}
            </MenuItem>
            <MenuItem danger onSelect={() => setIsDeleting(true)}>
              <Trash2 />
              {words.remove}
            </MenuItem>
          </MoreActions>
        </span>
        <div aria-live="polite" className="w-full empty:hidden">
          {key === 'unreadable' && <Trouble trouble={{ sentence: words.unreadable, words: '' }} />}
          {trouble && <Trouble trouble={trouble} />}
        </div>
      </CardHeader>
      {needsDefault && (
        <p className="flex items-start gap-2 border-b border-line bg-sunk px-4.5 py-2.5 text-sm">
          <Info className="mt-0.5 size-4 shrink-0 text-accent" />
          {words.chooseDefault}
        </p>
      )}
      <ModelsTable connection={connection} state={state} />
      <AddModelForm connectionId={id} />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={words.removeTitle}
        subject={name}
        description={hasDefault ? words.removeDefaultText : words.removeText}
        cancelLabel={words.cancel}
        confirmLabel={words.remove}
        danger
        onConfirm={async () => {
          await mutateAsync({ action: 'delete', id })
          showToast({ title: words.successTitle, message: words.removed(name), kind: 'success' })
        }}
        onFailure={(error) => errorText(error, words.failed)}
      />
    </Card>
  )
}
