import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { messages } from '../../messages.ts'
import { adminMessages } from '../../messages/admin.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'

const noteStyle =
  'flex min-h-28 flex-col items-center justify-center gap-3 p-4.5 text-center text-md text-ink-2'

type CardNoteProps = { className?: string; children: ReactNode }

/** Text in place of a card's content. */
export function CardNote({ className, children }: CardNoteProps) {
  return <p className={classNames(noteStyle, className)}>{children}</p>
}

export function CardLoading({ className }: { className?: string }) {
  return (
    <output className={classNames(noteStyle, className)}>
      <SpinnerIcon className="text-accent" />
      {adminMessages.loading}
    </output>
  )
}

type CardFailureProps = CardNoteProps & { busy: boolean; onRetry: () => void }

export function CardFailure({ className, busy, onRetry, children }: CardFailureProps) {
  return (
    <div className={classNames(noteStyle, className)}>
      <p role="alert">{children}</p>
      <Button size="sm" busy={busy} onClick={onRetry}>
        {messages.common.retry}
      </Button>
    </div>
  )
}

/** Shown above stale content that could not be refetched. */
function CardStale({ busy, onRetry, children }: Omit<CardFailureProps, 'className'>) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4.5 py-2.5">
      <FailureNote>{children}</FailureNote>
      <Button size="sm" busy={busy} onClick={onRetry}>
        {messages.common.retry}
      </Button>
    </div>
  )
}

type CardStateProps = {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'isFetching' | 'refetch'>
  /** What to say if it cannot be loaded. */
  failed: string
  /** For what is shown in place of content. */
  className?: string
}

/** In place of content that is loading or could not be loaded, or above content that could not be refetched. */
export function CardState({ query, failed, className }: CardStateProps) {
  const { data, isError, isFetching, refetch } = query
  const isMissing = data === undefined
  if (!isError) return isMissing && <CardLoading {...(className && { className })} />
  const retry = { busy: isFetching, onRetry: () => void refetch() }
  if (!isMissing) return <CardStale {...retry}>{failed}</CardStale>
  return (
    <CardFailure {...(className && { className })} {...retry}>
      {failed}
    </CardFailure>
  )
}
