import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { reasonOf } from '../../../error-text.ts'
import { useDebounced } from '../../../lib/timing/use-debounced.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import { type Example, type ExampleSource, examplesQuery } from '../api/examples.ts'
import { DeleteExampleDialog } from './delete-example-dialog.tsx'
import { ExampleActions } from './example-actions.tsx'
import { ExampleItem } from './example-item.tsx'
import { ExampleText } from './example-text.tsx'
import { ExamplesLoading } from './examples-loading.tsx'

const words = messages.examples

/** With more examples than this, there is a search box. */
const MANY = 6

type ExamplesPanelProps = {
  source: ExampleSource
  /** Whether the user has access now; without it, examples can still be read. */
  canChange: boolean
}

export function ExamplesPanel({ source, canChange }: ExamplesPanelProps) {
  const [search, setSearch] = useState('')
  const asked = useDebounced(search.trim(), 250)
  const list = useInfiniteQuery(examplesQuery(source, asked))
  const examples = list.data?.pages.flat() ?? []
  // Once shown, the search box stays even if a search finds few examples.
  const [hasMany, setHasMany] = useState(false)
  if (!hasMany && examples.length > MANY) setHasMany(true)
  const usedIds = 'ids' in source ? source.ids : []
  const only = usedIds.length === 1 ? usedIds[0] : undefined
  const [shownId, setShownId] = useState(only)
  const [lastShownId, setLastShownId] = useState<string>()
  // Undefined if the example was deleted in the meantime: the list is shown then.
  const shown = examples.find(({ id }) => id === shownId)
  const [deleting, setDeleting] = useState<Example | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const hasDeleted = useRef(false)

  const actions = (example: Example, describedBy?: string) =>
    canChange && (
      <ExampleActions example={example} describedBy={describedBy} onDelete={setDeleting} />
    )

  function renderList() {
    if (list.error && list.data === undefined)
      return (
        <div className="flex flex-wrap items-center gap-3">
          <FailureNote>{words.failed(reasonOf(list.error))}</FailureNote>
          <Button size="sm" onClick={() => void list.refetch()}>
            {messages.common.retry}
          </Button>
        </div>
      )
    if (list.isPending) return <ExamplesLoading />
    // Deleted examples are only counted, since their placeholders look the same.
    const deleted = Math.max(0, usedIds.length - examples.length)
    if (examples.length + deleted === 0)
      return <p className="text-md text-ink-2">{asked === '' ? words.none : words.noneFound}</p>
    return (
      <ul aria-label={words.list} aria-busy={list.isPlaceholderData || undefined}>
        {examples.map((example) => (
          <ExampleItem
            key={example.id}
            example={example}
            wasShown={example.id === lastShownId}
            onShow={() => {
              setShownId(example.id)
              setLastShownId(example.id)
            }}
          >
            {(describedBy) => actions(example, describedBy)}
          </ExampleItem>
        ))}
        {Array.from({ length: deleted }, (_, index) => (
          <li
            key={`deleted ${index}`}
            className="border-t border-line py-3.5 text-md text-ink-2 italic"
          >
            {words.deleted}
          </li>
        ))}
      </ul>
    )
  }

  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {shown ? (
        <ExampleText
          example={shown}
          onBack={only === undefined ? () => setShownId(undefined) : undefined}
        >
          {actions(shown)}
        </ExampleText>
      ) : (
        <>
          {hasMany && 'userId' in source && (
            <SearchBox
              label={words.search}
              clearLabel={messages.common.clearSearch}
              value={search}
              onChange={setSearch}
              hasShortcut={false}
              className="mb-4"
            />
          )}
          {renderList()}
          {list.hasNextPage && (
            <Button
              size="sm"
              className="mt-3"
              busy={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {words.more}
            </Button>
          )}
        </>
      )}
      <DeleteExampleDialog
        example={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          hasDeleted.current = true
          setShownId(undefined)
        }}
        onCloseAutoFocus={(event) => {
          // The button that opened it is gone with its example.
          if (!hasDeleted.current) return
          hasDeleted.current = false
          event.preventDefault()
          panel.current?.focus()
        }}
      />
    </div>
  )
}
