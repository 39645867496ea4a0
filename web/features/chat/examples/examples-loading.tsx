import { messages } from '../../../messages.ts'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'

export function ExamplesLoading() {
  return (
    <output className="flex items-center gap-2.5 text-md text-ink-2">
      <SpinnerIcon className="text-accent" />
      {messages.examples.loading}
    </output>
  )
}
