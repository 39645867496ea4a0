import { Suspense } from 'react'
import { RouterProvider } from 'react-router/dom'
import { lazyExtra } from '../lib/lazy-extra.ts'
import { logError } from '../lib/log.ts'
import { messages } from '../messages.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { router } from './router.tsx'

const Toaster = lazyExtra(async () => (await import('../ui/toaster.tsx')).Toaster)

export function App() {
  return (
    <ErrorBoundary>
      <RouterProvider
        router={router}
        onError={(error, { errorInfo }) => {
          // Errors of rendering carry this and are logged by the root already.
          if (!errorInfo) logError(messages.failure.logged, error)
        }}
      />
      <Suspense>
        <Toaster label={messages.common.notifications} closeLabel={messages.common.close} />
      </Suspense>
    </ErrorBoundary>
  )
}
