import { useId } from 'react'
import { messages } from '../../../messages.ts'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { type Status, statuses } from '../api/users.ts'

const { admin } = messages

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
      <StatusFilter value={status} onChange={onStatus} />
    </search>
  )
}

type StatusFilterProps = { value: Status; onChange: (status: Status) => void }

function StatusFilter({ value, onChange }: StatusFilterProps) {
  const name = useId()
  return (
    <fieldset className="flex rounded-sm border border-line bg-sunk max-sm:grow">
      <legend className="sr-only">{admin.filter}</legend>
      {statuses.map((status) => (
        <label
          key={status}
          className="relative -m-px flex h-9 cursor-pointer items-center justify-center rounded-sm border border-transparent px-3 text-sm text-ink-2 hover:text-ink has-checked:border-line-2 has-checked:bg-sheet has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent max-sm:grow touch:h-11"
        >
          <input
            type="radio"
            name={name}
            value={status}
            checked={status === value}
            onChange={() => onChange(status)}
            className="sr-only"
          />
          {labels[status]}
        </label>
      ))}
    </fieldset>
  )
}
