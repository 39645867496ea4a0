import { useQuery } from '@tanstack/react-query'
import { Cpu } from 'lucide-react'
import type { ListedConnection } from '../../../../contract/models.ts'
import { newId } from '../../../lib/ids.ts'
import { adminModelsMessages as words } from '../../../messages/admin-models.ts'
import { Button } from '../../../ui/button/button.tsx'
import { belowTextStyle } from './environment-row.tsx'
import { localQuery, useManageModels } from './models-api.ts'
import type { SavedConnection } from './connection/saved-connection.ts'
import { showFailure } from './show-failure.ts'

type LocalOfferProps = {
  connections: readonly ListedConnection[]
  onSaved: (saved: SavedConnection) => void
}

/** Offers the Ollama server of the machine, unless it is connected already. */
export function LocalOffer({ connections, onSaved }: LocalOfferProps) {
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
      <Cpu aria-hidden="true" className="size-[17px] shrink-0 text-ink-2" />
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
