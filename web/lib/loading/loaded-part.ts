import {
  type ComponentType,
  createElement,
  lazy,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import { logError } from '../log.ts'
import { Listeners } from '../store.ts'
import { pause } from '../timing.ts'

export type LoadedPart<Props> = {
  /** Set once it is loaded. */
  part?: ComponentType<Props>
  load: () => Promise<ComponentType<Props>>
}

const FAILED = 'Could not load a part of the page:'
const retryDelays = [1_000, 4_000]

/** A large part of the page whose code is loaded on first use. For small ones there is `lazyExtra`. */
export function loadedPart<Props>(load: () => Promise<ComponentType<Props>>): LoadedPart<Props> {
  const loaded: LoadedPart<Props> = {
    load: async () => (loaded.part ??= await load()),
  }
  return loaded
}

function whenOnline(act: () => void): () => void {
  window.addEventListener('online', act)
  return () => window.removeEventListener('online', act)
}

/** Loads the part; after a failure, `retry` loads it again, or the connection that returns. */
export function useLoadedPart<Props>(loaded: LoadedPart<Props>) {
  const [Part, setPart] = useState(() => loaded.part)
  const [hasFailed, setHasFailed] = useState(false)
  const retry = useCallback(() => setHasFailed(false), [])
  useEffect(() => {
    if (Part) return undefined
    if (hasFailed) return whenOnline(retry)
    loaded.load().then(
      (part) => setPart(() => part),
      (error: unknown) => {
        logError(FAILED, error)
        setHasFailed(true)
      },
    )
    return undefined
  }, [loaded, Part, hasFailed, retry])
  return { Part, hasFailed, retry }
}

/** Never rejects. */
async function tryOften(load: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await load()
      return
    } catch (error) {
      logError(FAILED, error)
      const delay = retryDelays[tries]
      if (delay === undefined) return
      await pause(delay)
    }
  }
}

/**
 * An optional part of a page, which suspends while its code is loading. If it cannot be loaded after two retries it
 * renders nothing, until the connection returns or the part is used again.
 */
export function lazyExtra<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loaded = loadedPart(load)
  const again = new Listeners()
  let shown: ComponentType<Props> | null = null
  function Missing(): null {
    useEffect(() => {
      const tried = shown
      const giveUp = () => {
        if (shown === tried) shown = null
      }
      const stop = whenOnline(() => {
        giveUp()
        again.notify()
      })
      return () => {
        stop()
        giveUp()
      }
    }, [])
    return null
  }
  const current = (): ComponentType<Props> =>
    (shown ??=
      loaded.part ??
      lazy(async () => {
        await tryOften(loaded.load)
        return { default: loaded.part ?? Missing }
      }))
  function Extra(props: Props) {
    const part = useSyncExternalStore(again.subscribe, current)
    return createElement(part, props)
  }
  return Object.assign(Extra, { load: loaded.load })
}
