import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
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

/**
 * Once what is being read for the first time is there, reads it again: it may have been read before the change. TanStack's
 * client reads again only what it has data of.
 */
export class UpToDateClient extends QueryClient {
  /** To be read again. */
  readonly #outdated = new Set<Query>()

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined && !this.#outdated.has(query)) {
        this.#outdated.add(query)
        query
          .fetch()
          .finally(() => this.#outdated.delete(query))
          .then(
            () => super.invalidateQueries({ queryKey: query.queryKey, exact: true }),
            () => undefined,
          )
      }
    return super.invalidateQueries(filters, options)
  }
}

/** No retries by default: the specification says which queries are retried. */
export const queryClient = new UpToDateClient({
  queryCache: new QueryCache({ onError: noteFailure }),
  mutationCache: new MutationCache({ onError: noteFailure }),
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
