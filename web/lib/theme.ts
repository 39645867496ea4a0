import { Store } from './store.ts'

export const themeChoices = ['light', 'dark', 'system'] as const
type ThemeChoice = (typeof themeChoices)[number]

export type ThemeStore = {
  get: () => ThemeChoice
  set: (choice: ThemeChoice) => void
  subscribe: (listener: () => void) => () => void
}

const storageKey = 'theme'

const toChoice = (stored: string | null): ThemeChoice =>
  themeChoices.find((choice) => choice === stored) ?? 'system'

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
  const choice = new Store(readChoice(view))

  function show(): void {
    const chosen = choice.get()
    const dark = chosen === 'dark' || (chosen === 'system' && systemIsDark.matches)
    const root = view.document.documentElement
    root.dataset['theme'] = dark ? 'dark' : 'light'
    const paper = view.getComputedStyle(root).getPropertyValue('--paper')
    if (paper)
      view.document.querySelector('meta[name="theme-color"]')?.setAttribute('content', paper)
  }

  choice.subscribe(show)
  systemIsDark.addEventListener('change', show)
  view.addEventListener('storage', (event) => {
    // A null key means that the other tab cleared everything.
    if (event.key === storageKey || event.key === null) choice.set(toChoice(event.newValue))
  })
  show()

  return {
    get: choice.get,
    set(next) {
      writeChoice(view, next)
      choice.set(next)
    },
    subscribe: choice.subscribe,
  }
}

export const theme = createThemeStore(window)
