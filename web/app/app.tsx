import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { RouterProvider } from 'react-router/dom'
import { lazyExtra } from '../lib/loading/loaded-part.ts'
import { logError } from '../lib/log.ts'
import { useStore } from '../lib/store.ts'
import { queryClient } from '../lib/backend/query-client.ts'
import { messages } from '../messages/first.ts'
import { loadToaster } from '../ui/feedback/load-toaster.ts'
import { toasterNeeded } from '../ui/feedback/toast.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { router } from './router.tsx'

const Toaster = lazyExtra(loadToaster)

export function App() {
  const hasToasts = useStore(toasterNeeded)
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <RouterProvider
          router={router}
          onError={(error, { errorInfo }) => {
            // Only render errors have `errorInfo`, and the root already logs those.
            if (!errorInfo) logError(messages.failure.logged, error)
          }}
        />
      </QueryClientProvider>
      {hasToasts && (
        <Suspense>
          <Toaster label={messages.common.notifications} closeLabel={messages.common.close} />
        </Suspense>
      )}
    </ErrorBoundary>
  )
}
