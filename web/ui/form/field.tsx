import { createContext, use, type ReactNode, useId, useMemo } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { FailureNote } from '../feedback/failure-note.tsx'

type FieldControl = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const FieldContext = createContext<FieldControl | undefined>(undefined)

/** Attributes that connect a control to the label, hint and error of its field. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {}
}

type FieldProps = {
  label: string
  hideLabel?: boolean
  /** Shown at the end of the label's line, such as a link. */
  action?: ReactNode
  hint?: string | undefined
  error?: string | undefined
  className?: string
  children: ReactNode
}

export function Field(props: FieldProps) {
  const { label, hideLabel = false, action, hint, error, className, children } = props
  const id = useId()
  const hintId = hint ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  const control = useMemo(
    () => ({
      id,
      'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
      'aria-invalid': errorId ? (true as const) : undefined,
    }),
    [id, hintId, errorId],
  )

  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div
        className={classNames('flex items-center justify-between gap-3', hideLabel && 'sr-only')}
      >
        <label htmlFor={id} className="text-md font-medium">
          {label}
        </label>
        {action}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {hint && (
        <p id={hintId} className="text-sm text-ink-2">
          {hint}
        </p>
      )}
      {/* Always rendered: a live region must exist before its text does. */}
      <div aria-live="polite" className="empty:hidden">
        {error && <FailureNote id={errorId}>{error}</FailureNote>}
      </div>
    </div>
  )
}
