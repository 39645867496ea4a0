import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AdminModels, ListedConnection } from '../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { CardNote, CardState } from '../card-note.tsx'
import { ConnectionCard } from './connection/connection-card.tsx'
import { ConnectionDialog } from './connection/connection-dialog.tsx'
import { EnvironmentRow } from './environment-row.tsx'
import { LocalOffer } from './local-offer.tsx'
import { modelsQuery } from './models-api.ts'
import type { SavedConnection } from './connection/saved-connection.ts'

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
            <Plus aria-hidden="true" />
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
