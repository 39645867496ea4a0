import { ArrowUpDown, Search } from 'lucide-react'
import { useRef } from 'react'
import { messages } from '../../messages.ts'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useSearchKey } from '../../ui/use-search-key.ts'
import { type ScriptOrder, scriptOrders } from './choose-scripts.ts'

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
  const box = useRef<HTMLInputElement>(null)
  useSearchKey(box)
  return (
    <search className="flex w-full gap-2.5 sm:w-auto sm:gap-3">
      <div className="relative min-w-0 flex-1 sm:w-60 sm:flex-none">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-[17px] -translate-y-1/2 text-ink-2"
        />
        <Input
          ref={box}
          type="search"
          value={search}
          aria-label={dashboard.search}
          aria-keyshortcuts="/"
          placeholder={dashboard.search}
          onChange={({ target }) => onSearch(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onSearch('')
          }}
          className="peer pr-9 pl-9 [&::-webkit-search-cancel-button]:hidden"
        />
        {search === '' && (
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm border border-line px-1.5 font-script text-xs text-ink-2 peer-focus:hidden touch:hidden"
          >
            /
          </kbd>
        )}
      </div>
      <Select
        icon={<ArrowUpDown aria-hidden="true" />}
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
