import { useEffect, useEffectEvent, useState } from 'react'
import { type Change, followTables, type Table } from './table-changes.ts'

/**
 * Calls `onChange` for every change in the tables, and without a change after a (re)connect when some
 * may have been missed. `tables` must be a constant. Returns whether the subscription is live.
 */
export function useTableChanges(
  tables: readonly Table[],
  filter: string | undefined,
  onChange: (change?: Change) => void,
): boolean {
  const [isLive, setIsLive] = useState(false)
  const notify = useEffectEvent(onChange)
  useEffect(
    () =>
      followTables(tables, filter, {
        onChange: (change) => notify(change),
        onLive: (isNow, mayHaveMissed) => {
          setIsLive(isNow)
          if (isNow && mayHaveMissed) notify()
        },
      }),
    [tables, filter],
  )
  return isLive
}
