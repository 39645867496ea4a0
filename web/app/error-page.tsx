import { messages } from '../messages/first.ts'
import { Button } from '../ui/button/button.tsx'
import { linkStyle } from '../ui/button/button-style.ts'
import { Wordmark } from '../ui/layout/top-bar.tsx'

/** Depends on nothing that may be broken: no router, no data, no lazy code. */
export function ErrorPage() {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-8 px-6 py-16 text-center">
      <Wordmark />
      <div role="alert" className="flex max-w-[26rem] flex-col gap-2">
        <h1 className="text-xl font-semibold tracking-[-0.01em]">{messages.failure.title}</h1>
        <p className="text-balance text-ink-2">{messages.failure.explanation}</p>
      </div>
      <div className="flex flex-wrap items-center justify-center gap-5">
        <Button variant="primary" onClick={() => window.location.reload()}>
          {messages.failure.reload}
        </Button>
        <a href="/" className={linkStyle}>
          {messages.common.home}
        </a>
      </div>
    </main>
  )
}
