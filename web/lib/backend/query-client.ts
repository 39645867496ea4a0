import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RequestError } from './request-error.ts'

let refused: () => void = () => undefined

/** Calls back when the server refuses a request because the session is over. */
export function onSessionRefused(callback: () => void): void {
  refused = callback
}

/** To be called when a subscription is refused: nothing else may be asked for as long as the page is idle. */
export const noteRefusal = (): void => refused()

/** Also to be called for requests that are made without the query client. */
export const noteFailure = (error: unknown): void => {
  if (error instanceof RequestError && error.isSessionOver) refused()
}

/** No retries by default: the specification says which queries are retried. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
