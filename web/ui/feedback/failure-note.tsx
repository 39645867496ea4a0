import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../../lib/class-names.ts'

type FailureNoteProps = { id?: string; className?: string; children: ReactNode }

/** Says next to a control what went wrong with it. */
export function FailureNote({ id, className, children }: FailureNoteProps) {
  return (
    <p
      id={id}
      className={classNames('flex items-start gap-1.5 text-left text-sm text-bad', className)}
    >
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
