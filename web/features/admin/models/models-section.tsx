import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { AdminModels, ListedConnection } from '../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Card, CardHeader, CardTitle } from '../../../ui/layout/card.tsx'
import { CardFailure, CardLoading, CardNote } from '../card-note.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { ConnectionDialog } from './connection-dialog.tsx'
import { EnvironmentRow } from './environment-row.tsx'
import { LocalOffer } from './local-offer.tsx'
import { modelsQuery } from './models-api.ts'

/** Where answers come from: what the server's environment sets, and the connections of the admins. */
export function ModelsSection() {
  const { data, isError, isFetching, refetch } = useQuery(modelsQuery)
  const [edited, setEdited] = useState<ListedConnection | 'new'>()
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
        {!data && !isError && <CardLoading />}
        {!data && isError && (
          <CardFailure busy={isFetching} onRetry={() => void refetch()}>
            {words.loadFailed}
          </CardFailure>
        )}
        {data && <Overview state={data} />}
      </Card>
      {data?.connections.map((connection) => (
        <ConnectionCard
          key={connection.id}
          connection={connection}
          state={data}
          onEdit={() => setEdited(connection)}
        />
      ))}
      {edited && (
        <ConnectionDialog
          connection={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

function Overview({ state }: { state: AdminModels }) {
  return (
    <>
      <EnvironmentRow state={state} />
      <LocalOffer connections={state.connections} />
      {state.connections.length === 0 && <CardNote>{words.none}</CardNote>}
    </>
  )
}
