import { useEffect } from 'react'
import { Link, useLocation } from 'react-router'
import { ThemeControl } from '../features/theme/theme-control.tsx'
import { logWarning } from '../lib/log.ts'
import { messages } from '../messages/first.ts'
import { buttonStyle } from '../ui/button/button-style.ts'
import { TopBar, Wordmark } from '../ui/layout/top-bar.tsx'

export function NotFoundPage() {
  const { pathname } = useLocation()

  useEffect(() => {
    logWarning(messages.notFound.logged, pathname)
  }, [pathname])

  return (
    <div className="flex min-h-dvh flex-col">
      <TopBar>
        <Wordmark />
        <span className="flex-1" />
        <ThemeControl />
      </TopBar>
      <main className="grid flex-1 place-content-center justify-items-center gap-2 px-6 py-16 text-center">
        <p className="max-w-full font-script text-md break-all text-ink-2">{pathname}</p>
        <h1 className="text-xl font-semibold tracking-[-0.01em]">{messages.notFound.title}</h1>
        <p className="text-ink-2">{messages.notFound.explanation}</p>
        <Link to="/" className={buttonStyle({ variant: 'primary', className: 'mt-4' })}>
          {messages.common.home}
        </Link>
      </main>
    </div>
  )
}
