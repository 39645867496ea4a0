import { Search } from 'lucide-react'
import { messages } from '../../messages.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import type { Status } from './api/users.ts'
import { StatusFilter } from './status-filter.tsx'

type UsersToolbarProps = {
  search: string
  onSearch: (search: string) => void
  status: Status
  onStatus: (status: Status) => void
}

export function UsersToolbar({ search, onSearch, status, onStatus }: UsersToolbarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2.5 max-sm:w-full sm:ml-auto">
      <Field label={messages.admin.search} hideLabel className="relative grow sm:w-58">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-[17px] -translate-y-1/2 text-ink-2"
        />
        <Input
          type="search"
          value={search}
          maxLength={320}
          autoComplete="off"
          spellCheck={false}
          placeholder={messages.admin.search}
          onChange={(event) => onSearch(event.target.value)}
          className="pl-9 text-md"
        />
      </Field>
      <StatusFilter value={status} onChange={onStatus} />
    </search>
  )
}
