import { ArrowUpDown } from 'lucide-react'
import { messages } from '../../../messages.ts'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { type ScriptOrder, scriptOrders } from './shown-scripts.ts'

const { dashboard } = messages

const orderNames: Record<ScriptOrder, string> = {
  modified: dashboard.sortModified,
  title: dashboard.sortTitle,
  created: dashboard.sortCreated,
}

type ScriptToolsProps = {
  search: string
  onSearch: (search: string) => void
  order: ScriptOrder
  onOrder: (order: ScriptOrder) => void
}

export function ScriptTools({ search, onSearch, order, onOrder }: ScriptToolsProps) {
  return (
    <search className="flex w-full gap-2.5 sm:w-auto sm:gap-3">
      <SearchBox
        clearLabel={messages.common.clearSearch}
        label={dashboard.search}
        value={search}
        onChange={onSearch}
        className="flex-1 sm:w-60 sm:flex-none"
      />
      <Select
        icon={<ArrowUpDown />}
        aria-label={dashboard.sort}
        value={order}
        onChange={({ target }) => {
          const chosen = scriptOrders.find((name) => name === target.value)
          if (chosen) onOrder(chosen)
        }}
      >
        {scriptOrders.map((name) => (
          <option key={name} value={name}>
            {orderNames[name]}
          </option>
        ))}
      </Select>
    </search>
  )
}
