import { messages } from '../messages/first.ts'
import { Button } from '../ui/button/button.tsx'
import { Wordmark } from '../ui/layout/wordmark.tsx'

export function ProfileFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 px-6 py-16 text-center">
      <Wordmark />
      <p role="alert" className="max-w-[26rem] text-balance text-ink-2">
        {messages.auth.profileFailed}
      </p>
      <Button variant="primary" onClick={onRetry}>
        {messages.common.retry}
      </Button>
    </main>
  )
}
