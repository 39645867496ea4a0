import { useSyncExternalStore } from 'react'

/** Who is to be told about a change, of whatever it is. */
export class Listeners {
  readonly #all = new Set<() => void>()

  subscribe = (listener: () => void): (() => void) => {
    this.#all.add(listener)
    return () => void this.#all.delete(listener)
  }

  notify = (): void => {
    for (const listener of this.#all) listener()
  }
}

/** A value whose changes can be followed. */
export class Store<T> extends Listeners {
  #value: T

  constructor(value: T) {
    super()
    this.#value = value
  }

  get = (): T => this.#value

  set = (value: T): void => {
    if (value === this.#value) return
    this.#value = value
    this.notify()
  }
}

type Followed<T> = Pick<Store<T>, 'get' | 'subscribe'>

/** The value, or what is selected of it: only a change of that renders again. */
export function useStore<T>(store: Followed<T>): T
export function useStore<T, S>(store: Followed<T>, select: (value: T) => S): S
export function useStore<T>(store: Followed<T>, select?: (value: T) => unknown): unknown {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}

/** What could not be stored. */
const unstored = new Map<string, string | null>()

/** What this browser remembers. Where storage is blocked or full, it lasts as long as the page. */
export const storedChoice = {
  read(key: string): string | null {
    const kept = unstored.get(key)
    if (kept !== undefined) return kept
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
      unstored.delete(key)
    } catch {
      unstored.set(key, value)
    }
  },
}

/** Whether the browser's settings keep this site from storing anything. */
export function isStorageBlocked(): boolean {
  try {
    return localStorage === null
  } catch {
    return true
  }
}
