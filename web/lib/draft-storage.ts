const PREFIX = 'script-writer-kept:'

/** This page's own come first: another tab that types at the same place changes nothing here. */
const here = new Map<string, string | null>()

/** By tab, which a reload keeps, and by browser, for a new tab after a crash. */
const stores = () => [sessionStorage, localStorage]

/** Storage may be forbidden or full: then the page itself still has it. */
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

/** What a person typed and nobody has stored yet. */
export const draftStorage = {
  read(name: string): string | null {
    const text = here.get(name)
    return text === undefined ? stored(name) : text
  },
  write(name: string, text: string | null): void {
    here.set(name, text)
    for (const store of attempt(stores) ?? [])
      attempt(() => {
        if (text === null) store.removeItem(PREFIX + name)
        else store.setItem(PREFIX + name, text)
      })
  },
}
