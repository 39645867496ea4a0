import { QueryClient } from '@tanstack/react-query'

/** Retries are chosen query by query: the product says what is tried again, and when. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 10_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})
