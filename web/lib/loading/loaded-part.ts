import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { logError } from '../log.ts'

export type LoadedPart<Props> = {
  /** Set once it is loaded. */
  part?: ComponentType<Props>
  load: () => Promise<ComponentType<Props>>
}

/** A large part of the page whose code is loaded on first use. For small ones there is `lazyExtra`. */
export function loadedPart<Props>(load: () => Promise<ComponentType<Props>>): LoadedPart<Props> {
  const loaded: LoadedPart<Props> = {
    load: async () => (loaded.part ??= await load()),
  }
  return loaded
}

/** Loads the part; after a failure, `retry` loads it again. */
export function useLoadedPart<Props>(loaded: LoadedPart<Props>) {
  const [Part, setPart] = useState(() => loaded.part)
  const [hasFailed, setHasFailed] = useState(false)
  const load = useCallback(() => {
    loaded.load().then(
      (part) => setPart(() => part),
      (error: unknown) => {
        logError('Could not load a part of the page:', error)
        setHasFailed(true)
      },
    )
  }, [loaded])
  useEffect(() => {
    if (!Part) load()
  }, [Part, load])
  const retry = () => {
    setHasFailed(false)
    load()
  }
  return { Part, hasFailed, retry }
}
