const PREFIX = 'script-writer-kept:'

/** Takes precedence over storage, so that another tab editing the same draft does not change this one. */
const memory = new Map<string, string | null>()

/** Session storage survives a reload; local storage also a crash, for a new tab. */
const stores = () => [sessionStorage, localStorage]

/** Storage may be blocked or full: the draft then lives in memory only. */
function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

function stored(name: string): string | null {
  return (
    attempt(() => {
      for (const store of stores()) {
        const text = store.getItem(PREFIX + name)
        if (text !== null) return text
      }
      return null
    }) ?? null
  )
}

/** Removes all drafts with the user's id in their key. */
function forget(userId: string): void {
  const isTheirs = (name: string) => name.split(':').includes(userId)
  for (const name of memory.keys()) if (isTheirs(name)) memory.delete(name)
  for (const store of attempt(stores) ?? [])
    attempt(() => {
      for (const key of Object.keys(store))
        if (key.startsWith(PREFIX) && isTheirs(key)) store.removeItem(key)
    })
}

/** Set and removed at once, to notify other tabs through the storage event. */
const ERASED = 'script-writer-erased'

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === ERASED && newValue !== null) forget(newValue)
})

/** Text the user has typed that is not saved on the server yet. */
export const draftStorage = {
  read(name: string): string | null {
    const text = memory.get(name)
    return text === undefined ? stored(name) : text
  },
  write(name: string, text: string | null): void {
    memory.set(name, text)
    for (const store of attempt(stores) ?? [])
      attempt(() => {
        if (text === null) store.removeItem(PREFIX + name)
        else store.setItem(PREFIX + name, text)
      })
  },
  /** Erases the user's drafts in every tab. */
  erase(userId: string): void {
    forget(userId)
    attempt(() => {
      localStorage.setItem(ERASED, userId)
      localStorage.removeItem(ERASED)
    })
  },
}
