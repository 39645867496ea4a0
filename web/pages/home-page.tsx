import { OpeningSheet } from '../features/auth/opening-sheet.tsx'
import { ServerStatus } from '../features/status/server-status.tsx'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { messages } from '../messages.ts'
import { Wordmark } from '../ui/wordmark.tsx'

export function HomePage() {
  return (
    <div className="relative grid min-h-dvh desk:grid-cols-2">
      <header className="absolute top-3 right-3 sm:right-5">
        <ThemeControl />
      </header>
      <div className="hidden place-items-center overflow-hidden border-r border-line bg-sunk p-12 desk:grid">
        <OpeningSheet />
      </div>
      <main className="grid place-content-center px-6 py-20">
        <div className="flex w-[min(380px,calc(100vw-48px))] flex-col gap-8">
          <Wordmark />
          <h1 className="text-xl font-semibold tracking-[-0.01em] text-balance">
            {messages.home.title}
          </h1>
          <div className="border-t border-line pt-4">
            <ServerStatus />
          </div>
        </div>
      </main>
    </div>
  )
}
