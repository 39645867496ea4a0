import { QueryClient } from '@tanstack/react-query'

/** No retries by default: the specification says which queries are retried. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
