export const themeChoices = ['light', 'dark', 'system'] as const
export type ThemeChoice = (typeof themeChoices)[number]

export type ThemeStore = {
  get: () => ThemeChoice
  set: (choice: ThemeChoice) => void
  subscribe: (listener: () => void) => () => void
}

const storageKey = 'theme'

export function isThemeChoice(value: unknown): value is ThemeChoice {
  return themeChoices.some((choice) => choice === value)
}

function toChoice(stored: string | null): ThemeChoice {
  return isThemeChoice(stored) ? stored : 'system'
}

// Storage may be blocked (private windows, policies): the choice then lasts until the page is closed.
function readChoice(view: Window): ThemeChoice {
  try {
    return toChoice(view.localStorage.getItem(storageKey))
  } catch {
    return 'system'
  }
}

function writeChoice(view: Window, choice: ThemeChoice): void {
  try {
    view.localStorage.setItem(storageKey, choice)
  } catch {
    return
  }
}

/** Applies the chosen theme and follows changes of the system and of other tabs. */
export function createThemeStore(view: Window): ThemeStore {
  const systemIsDark = view.matchMedia('(prefers-color-scheme: dark)')
  const listeners = new Set<() => void>()
  let choice = readChoice(view)

  function show(): void {
    const dark = choice === 'dark' || (choice === 'system' && systemIsDark.matches)
    const root = view.document.documentElement
    root.dataset['theme'] = dark ? 'dark' : 'light'
    const paper = view.getComputedStyle(root).getPropertyValue('--paper')
    if (paper)
      view.document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
  }

  function change(next: ThemeChoice): void {
    choice = next
    show()
    for (const listener of listeners) listener()
  }

  systemIsDark.addEventListener('change', show)
  view.addEventListener('storage', (event) => {
    // A null key means that the other tab cleared everything.
    if (event.key === storageKey || event.key === null) change(toChoice(event.newValue))
  })
  show()

  return {
    get: () => choice,
    set(next) {
      writeChoice(view, next)
      change(next)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const theme = createThemeStore(window)
