import { useState } from 'react'
import type { AdminModels, ListedConnection, ListedModel } from '../../../../../contract/models.ts'
import { adminModelsMessages as words } from '../../../../messages/admin-models.ts'
import { SearchBox } from '../../../../ui/form/search-box.tsx'
import { CardNote } from '../../card-note.tsx'
import { StackedTable } from '../../stacked-table.tsx'
import { columns, ModelRow } from './model-row.tsx'

/** Maximum rows, since a provider may have hundreds of models. */
const SHOWN = 12

/** Models in use first. */
function inOrder(models: readonly ListedModel[], defaultModel: string): ListedModel[] {
  const weight = ({ id, offered, typed }: ListedModel) =>
    id === defaultModel ? 0 : offered ? 1 : typed ? 2 : 3
  return models.toSorted((a, b) => weight(a) - weight(b))
}

type ModelsTableProps = { connection: ListedConnection; state: AdminModels }

export function ModelsTable({ connection: { name, models }, state }: ModelsTableProps) {
  const [filter, setFilter] = useState('')
  const wanted = filter.trim().toLowerCase()
  // Keeps the initial order, so that a row does not move when its box is ticked.
  const [order] = useState(() => inOrder(models, state.defaultModel).map(({ id }) => id))
  const placeOf = ({ id }: ListedModel) => (order.includes(id) ? order.indexOf(id) : -1)
  const found = models
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .filter(({ model, label }) => `${model} ${label}`.toLowerCase().includes(wanted))
  const shown = found.slice(0, SHOWN)
  const hidden = found.length - shown.length
  if (models.length === 0) return <CardNote>{words.noModels}</CardNote>
  return (
    <>
      {(models.length > SHOWN || filter !== '') && (
        <div className="border-b border-line px-4.5 py-2.5">
          <SearchBox
            label={words.filter}
            clearLabel={words.filterClear}
            value={filter}
            onChange={setFilter}
            hasShortcut={false}
            className="sm:max-w-80"
          />
        </div>
      )}
      {shown.length === 0 ? (
        <CardNote>{words.noneMatch}</CardNote>
      ) : (
        <StackedTable caption={words.caption(name)} columns={Object.values(columns)}>
          {shown.map((model) => (
            <ModelRow key={model.id} model={model} state={state} />
          ))}
        </StackedTable>
      )}
      {hidden > 0 && (
        <p className="border-t border-line px-4.5 py-2.5 text-sm text-ink-2">
          {words.hidden(hidden)}
        </p>
      )}
    </>
  )
}
