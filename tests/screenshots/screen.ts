import { expect as quickExpect, type Page } from '@playwright/test'
import type { Person, Fixture } from './fixture.ts'

export type Screen = {
  name: string
  /** Who is signed in; nobody if it is left out. */
  as?: Person
  /** Only on this width; on both if it is left out. */
  only?: 'phone' | 'desktop'
  /** Whether toasts belong to the picture. They are hidden otherwise, because they come and go. */
  showsToast?: true
  /** Brings the page into the state to photograph, which may be on another page. */
  open: (page: Page, fixture: Fixture) => Promise<Page | undefined | void>
}

/** The machine may be busy; a picture is worth the wait. */
export const expect = quickExpect.configure({ timeout: 60_000 })
