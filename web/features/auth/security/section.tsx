import { type ReactNode, useId } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'

const words = messages.security

export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="border-t border-line py-5 first:border-t-0 first:pt-0 last:pb-0"
    >
      <h3 id={id} className="mb-2 font-medium">
        {title}
      </h3>
      <div className="flex flex-col gap-3 text-md">{children}</div>
    </section>
  )
}

export function SectionLoading() {
  return (
    <output className="flex items-center gap-2.5 text-ink-2">
      <SpinnerIcon className="text-accent" />
      {words.loading}
    </output>
  )
}

export function SectionFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="alert" className="text-ink-2">
        {words.failed}
      </p>
      <Button size="sm" onClick={onRetry}>
        {messages.common.retry}
      </Button>
    </div>
  )
}
