import { useQuery } from '@tanstack/react-query'
import { Cpu, FlaskConical, Lock, Plus } from 'lucide-react'
import { useState } from 'react'
import {
  type AdminModels,
  ENVIRONMENT_MODEL,
  type ListedConnection,
} from '../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { CardNote, CardState } from '../card-note.tsx'
import { ConnectionCard } from './connection/connection-card.tsx'
import { ConnectionDialog } from './connection/connection-dialog.tsx'
import {
  localQuery,
  modelsQuery,
  useManageModels,
  type SavedConnection,
  showFailure,
} from '../api/models.ts'
import { newId } from '../../../lib/ids.ts'
import { Badge } from '../../../ui/feedback/badge.tsx'

/** Aligns an item that wraps below the text with that text, not with the icon. */
const belowTextStyle = 'max-sm:ml-[29px]'

/** The model set by the server's environment. It cannot be edited here. */
function EnvironmentRow({ state }: { state: AdminModels }) {
  const { environment, defaultModel } = state
  const { provider, model, baseUrl, isFixed } = environment
  const { mutate, isPending } = useManageModels()
  const isDefault = defaultModel === ENVIRONMENT_MODEL
  // Without AI_PROVIDER there is only the demo, which is not worth a line once something else answers.
  if (!isFixed && !isDefault && provider !== 'demo') return null
  const Icon = isFixed ? Lock : FlaskConical
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4.5 py-3 not-last:border-b not-last:border-line">
      <Icon aria-hidden="true" className="size-[17px] shrink-0 text-ink-2" />
      <div className="min-w-0 grow basis-60">
        <p className="font-medium wrap-anywhere">
          {provider === 'demo' ? words.demo : `${words.kinds[provider]}, ${model ?? ''}`}
        </p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {baseUrl && `${baseUrl} · `}
          {isFixed ? words.environmentFixed : words.demoFallback}
        </p>
      </div>
      {isDefault ? (
        <Badge tone="good" className={belowTextStyle}>
          {words.default}
        </Badge>
      ) : (
        !isFixed && (
          <Button
            size="sm"
            className={belowTextStyle}
            busy={isPending}
            onClick={() => mutate({ action: 'default', modelId: null }, { onError: showFailure })}
          >
            {words.makeDefault}
          </Button>
        )
      )}
    </div>
  )
}

type LocalOfferProps = {
  connections: readonly ListedConnection[]
  onSaved: (saved: SavedConnection) => void
}

/** Offers the Ollama server of the machine, unless it is connected already. */
function LocalOffer({ connections, onSaved }: LocalOfferProps) {
  const { data: local } = useQuery(localQuery)
  const { mutate, isPending } = useManageModels()
  if (!local || connections.some(({ baseUrl }) => baseUrl === local.baseUrl)) return null

  function connect(baseUrl: string): void {
    const id = newId()
    mutate(
      {
        action: 'save',
        id,
        revision: null,
        name: words.localName,
        kind: 'openai-compatible',
        baseUrl,
        key: '',
      },
      {
        onSuccess: ({ trouble }) => onSaved({ id, isNew: true, trouble }),
        onError: showFailure,
      },
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4.5 py-3 not-last:border-b not-last:border-line">
      <Cpu className="size-[17px] shrink-0 text-ink-2" />
      <div className="min-w-0 grow basis-60">
        <p className="font-medium">{words.localTitle}</p>
        <p className="text-sm wrap-anywhere text-ink-2">
          {local.baseUrl} · {words.localModels(local.models.length)}
        </p>
      </div>
      <Button
        size="sm"
        className={belowTextStyle}
        busy={isPending}
        onClick={() => connect(local.baseUrl)}
      >
        {words.localConnect}
      </Button>
    </div>
  )
}

/** Where answers come from: what the server's environment sets, and the connections of the admins. */
export function ModelsSection() {
  const query = useQuery(modelsQuery)
  const { data } = query
  const [edited, setEdited] = useState<ListedConnection | 'new'>()
  /** The connection that was saved last on this page. */
  const [saved, setSaved] = useState<SavedConnection>()
  return (
    <>
      <Card aria-labelledby="admin-models">
        <CardHeader>
          <CardTitle id="admin-models">{words.title}</CardTitle>
          <Button size="sm" className="ml-auto" disabled={!data} onClick={() => setEdited('new')}>
            <Plus />
            {words.add}
          </Button>
          <p className="w-full text-md text-ink-2">{words.about}</p>
        </CardHeader>
        <CardState query={query} failed={words.loadFailed} />
        {data && <Overview state={data} onSaved={setSaved} />}
      </Card>
      {data?.connections.map((connection) => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          state={data}
          saved={saved?.id === connection.id ? saved : undefined}
          onEdit={() => setEdited(connection)}
        />
      ))}
      {edited && (
        <ConnectionDialog
          connection={edited === 'new' ? undefined : edited}
          onSaved={setSaved}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

type OverviewProps = { state: AdminModels; onSaved: (saved: SavedConnection) => void }

function Overview({ state, onSaved }: OverviewProps) {
  return (
    <>
      <EnvironmentRow state={state} />
      <LocalOffer connections={state.connections} onSaved={onSaved} />
      {state.connections.length === 0 && (
        <CardNote>{state.environment.isFixed ? words.noneBeside : words.none}</CardNote>
      )}
    </>
  )
}
