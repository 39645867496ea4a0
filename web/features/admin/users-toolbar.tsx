import { Search } from 'lucide-react'
import { useRef } from 'react'
import { messages } from '../../messages.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useSearchKey } from '../../ui/use-search-key.ts'
import type { Status } from './api/users.ts'
import { StatusFilter } from './status-filter.tsx'

type UsersToolbarProps = {
  search: string
  onSearch: (search: string) => void
  status: Status
  onStatus: (status: Status) => void
}

export function UsersToolbar({ search, onSearch, status, onStatus }: UsersToolbarProps) {
  const box = useRef<HTMLInputElement>(null)
  useSearchKey(box)
  return (
    <search className="flex flex-wrap items-center gap-2.5 max-sm:w-full sm:ml-auto">
      <Field label={messages.admin.search} hideLabel className="relative grow sm:w-58">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-[17px] -translate-y-1/2 text-ink-2"
        />
        <Input
          ref={box}
          type="search"
          value={search}
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
          aria-keyshortcuts="/"
          placeholder={messages.admin.search}
          onChange={(event) => onSearch(event.target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onSearch('')
          }}
          className="peer pr-9 pl-9 text-md [&::-webkit-search-cancel-button]:hidden"
        />
        {search === '' && (
          <kbd
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 -translate-y-1/2 rounded-sm border border-line px-1.5 font-script text-xs text-ink-2 peer-focus:hidden touch:hidden"
          >
            /
          </kbd>
        )}
      </Field>
      <StatusFilter value={status} onChange={onStatus} />
    </search>
  )
}
