import type { Page } from '@playwright/test'

/** Goes to an address as the back button does: the app stays, and its router follows. */
export const goInApp = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, address)
