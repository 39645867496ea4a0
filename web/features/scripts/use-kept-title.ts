import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { draftStorage } from '../../lib/draft-storage.ts'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const nameOf = (userId: string, desk: string) => `title:${userId}:${desk}`

/** A typed title that is not saved yet; null when there is none. It outlives the page. */
export function useKeptTitle(userId: string, desk: string) {
  const name = nameOf(userId, desk)
  const title = useSyncExternalStore(subscribe, () => draftStorage.read(name))
  const keep = useCallback(
    (typed: string | null, at = desk) => {
      draftStorage.write(nameOf(userId, at), typed)
      for (const listener of listeners) listener()
    },
    [userId, desk],
  )
  return useMemo(() => ({ title, keep, read: () => draftStorage.read(name) }), [title, keep, name])
}
