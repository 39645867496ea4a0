import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Table } from '../../../lib/backend/table-changes.ts'
import { useTableChanges } from '../../../lib/backend/use-table-changes.ts'
import { adminKeys } from './admin-keys.ts'

/** Changes within this time are batched into one refetch. */
const BATCH = 300
/** Polling interval while the realtime subscription is down. */
const POLL_EVERY = 5_000

const PROFILES = ['profiles'] as const

/** Refetches everything about users shortly after any profile changes. */
export const useUserChanges = (): void => usePeopleChanges(PROFILES)

/** Like `useUserChanges`, for other tables. `tables` must be a constant. */
export function usePeopleChanges(tables: readonly Table[]): void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function refetchSoon(): void {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      void queryClient.invalidateQueries({ queryKey: adminKeys.people })
    }, BATCH)
  }

  const isLive = useTableChanges(tables, undefined, refetchSoon)
  const poll = useEffectEvent(refetchSoon)

  useEffect(() => {
    if (isLive) return undefined
    const polling = setInterval(() => poll(), POLL_EVERY)
    return () => clearInterval(polling)
  }, [isLive])

  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
}
