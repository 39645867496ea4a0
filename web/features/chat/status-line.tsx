import type { ReactNode } from 'react'
import { messages } from '../../messages.ts'
import type { Allowance } from './api/usage.ts'

type StatusLineProps = {
  isBusy: boolean
  /** Position in the queue while the answer waits: 1 if it is next. */
  place: number | null
  allowance: Allowance | undefined
  /** Script statistics. */
  children?: ReactNode
}

export const progressOf = (place: number | null): string =>
  place === null ? messages.generation.thinking : messages.generation.queued(place)

export function StatusLine({ isBusy, place, allowance, children }: StatusLineProps) {
  const left = allowance && Math.max(0, allowance.most - allowance.used)
  return (
    <div className="mt-2 flex min-h-5 flex-wrap items-baseline gap-x-4 font-script text-xs text-ink-2">
      <output className="empty:absolute">{isBusy ? progressOf(place) : ''}</output>
      {children}
      <span className="flex-1" />
      {allowance && left !== undefined && (
        <span>{messages.generation.left(left, allowance.most)}</span>
      )}
    </div>
  )
}
