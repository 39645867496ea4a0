import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { reasonOf } from '../../../error-text.ts'
import { useDebounced } from '../../../lib/timing.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { SearchBox } from '../../../ui/form/search-box.tsx'
import {
  type Example,
  EXAMPLE_UNCHANGED,
  type ExampleSource,
  examplesQuery,
  exampleTextQuery,
  useChangeExample,
  useDeleteExample,
} from '../api/examples.ts'
import { ExampleFacts, ExampleItem } from './example-item.tsx'
import { ExamplesLoading } from './examples-loading.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { openingLines } from './opening-lines.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { ArrowLeft } from 'lucide-react'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'

const words = messages.examples

type ExampleTextProps = {
  example: Example
  /** Undefined if there is no list to go back to. */
  onBack: (() => void) | undefined
  /** The buttons that change it. */
  children: ReactNode
}

/** One example as a screenplay. */
function ExampleText({ example, onBack, children }: ExampleTextProps) {
  const { data: text, error, refetch } = useQuery(exampleTextQuery(example.id))
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {onBack && (
          <Button ref={focusOnMount} size="sm" variant="ghost" className="-ml-2.5" onClick={onBack}>
            <ArrowLeft />
            {words.back}
          </Button>
        )}
        <div className="min-w-0 flex-1 basis-56">
          <ExampleFacts example={example} />
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
      </div>
      {error ? (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <FailureNote>{words.textFailed(reasonOf(error))}</FailureNote>
          <Button size="sm" onClick={() => void refetch()}>
            {messages.common.retry}
          </Button>
        </div>
      ) : (
        <article
          aria-label={words.text}
          aria-busy={text === undefined || undefined}
          className="mt-4 min-h-40 rounded-md border border-line bg-sheet px-4 py-6 sm:px-8"
        >
          {text === undefined ? (
            <SpinnerIcon className="text-accent" />
          ) : (
            <Screenplay text={text} className="mx-auto" opensAt="start" />
          )}
        </article>
      )}
    </div>
  )
}

const whyUnchanged = (error: unknown): string =>
  error instanceof RequestError && error.code === EXAMPLE_UNCHANGED
    ? words.notChanged
    : reasonOf(error)

const sentenceOf = (error: unknown) => words.changeFailed(whyUnchanged(error))

type ExampleActionsProps = {
  example: Example
  /** The id of the element that identifies the example. */
  describedBy: string | undefined
  onDelete: (example: Example) => void
}

function ExampleActions({ example, describedBy, onDelete }: ExampleActionsProps) {
  const { mutate, isPending, error } = useChangeExample()
  const toggle = () => mutate({ id: example.id, disabled: !example.disabled })

  return (
    <>
      <Button size="sm" busy={isPending} aria-describedby={describedBy} onClick={toggle}>
        {example.disabled ? words.enable : words.disable}
      </Button>
      <Button size="sm" aria-describedby={describedBy} onClick={() => onDelete(example)}>
        {words.remove}
      </Button>
      <div role="alert" className="w-full empty:hidden">
        {error && <FailureNote>{sentenceOf(error)}</FailureNote>}
      </div>
    </>
  )
}

type DeleteExampleDialogProps = {
  /** The one to delete; null while the dialog is closed. */
  example: Example | null
  onClose: () => void
  onDeleted: () => void
  onCloseAutoFocus: (event: Event) => void
}

function DeleteExampleDialog(props: DeleteExampleDialogProps) {
  const { example, onClose, onDeleted, onCloseAutoFocus } = props
  const { mutateAsync } = useDeleteExample()

  async function remove(): Promise<void> {
    if (!example) return
    await mutateAsync(example.id)
    onDeleted()
    showToast({ title: words.removed, kind: 'success' })
  }

  return (
    <ConfirmDialog
      open={example !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={words.removeTitle}
      subject={example ? openingLines(example.opening).first : undefined}
      description={words.removeConfirm}
      cancelLabel={words.removeCancel}
      confirmLabel={words.remove}
      danger
      onConfirm={remove}
      onFailure={(error) => words.removeFailed(whyUnchanged(error))}
      onCloseAutoFocus={onCloseAutoFocus}
    />
  )
}

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
