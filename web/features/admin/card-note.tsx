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

type CardStateProps = {
  query: Pick<UseQueryResult, 'data' | 'isError' | 'isFetching'> & { refetch: () => unknown }
  /** What to say if it cannot be loaded. */
  failed: string
  /** What to say if there is nothing in it. */
  none?: string | false
  /** For what is shown in place of content. */
  className?: string
}

/** In place of content that is loading, missing or could not be loaded, or above content that could not be refetched. */
export function CardState({ query, failed, none, className }: CardStateProps) {
  const { data, isError, isFetching, refetch } = query
  const retry = isError && (
    <Button size="sm" busy={isFetching} onClick={() => void refetch()}>
      {messages.common.retry}
    </Button>
  )
  const style = classNames(noteStyle, className)
  if (data === undefined)
    return isError ? (
      <div className={style}>
        <p role="alert">{failed}</p>
        {retry}
      </div>
    ) : (
      <output className={style}>
        <SpinnerIcon className="text-accent" />
        {adminMessages.loading}
      </output>
    )
  return (
    <>
      {isError && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4.5 py-2.5">
          <FailureNote>{failed}</FailureNote>
          {retry}
        </div>
      )}
      {none && <p className={style}>{none}</p>}
    </>
  )
}
