import { expect as quickExpect, type Page } from '@playwright/test'
import type { Person, Fixture } from './fixture.ts'

type Options = {
  /** Only on this width; on both if it is left out. */
  only?: 'phone' | 'desktop'
  /** Whether toasts belong to the picture. They are hidden otherwise, because they come and go. */
  showsToast?: true
}

export type Screen = Options & {
  name: string
  /** Who is signed in. */
  as: Person | null
  /** Brings the page into the state to photograph, which may be on another page. */
  open: (page: Page, fixture: Fixture) => Promise<Page | undefined | void>
}

export const screen = (
  name: string,
  as: Person | null,
  open: Screen['open'],
  options: Options = {},
): Screen => ({ name, as, open, ...options })

/** The machine may be busy; a picture is worth the wait. */
export const expect = quickExpect.configure({ timeout: 60_000 })
