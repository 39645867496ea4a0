import { messages } from '../../../messages.ts'
import { adminMessages as admin } from '../../../messages/admin.ts'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import type { Status } from '../api/users.ts'
import { RadioFilter } from '../radio-filter.tsx'

const labels: Record<Status, string> = {
  all: admin.filterAll,
  approved: admin.approved,
  pending: admin.pending,
}

type UsersToolbarProps = {
  search: string
  onSearch: (search: string) => void
  status: Status
  onStatus: (status: Status) => void
}

export function UsersToolbar({ search, onSearch, status, onStatus }: UsersToolbarProps) {
  return (
    <search className="flex flex-wrap items-center gap-2.5 max-sm:w-full sm:ml-auto">
      <SearchBox
        clearLabel={messages.common.clearSearch}
        label={admin.search}
        value={search}
        onChange={onSearch}
        className="grow sm:w-58"
      />
      <RadioFilter legend={admin.filter} labels={labels} value={status} onChange={onStatus} />
    </search>
  )
}
