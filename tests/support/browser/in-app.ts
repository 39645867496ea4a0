import type { Page } from '@playwright/test'

/** Goes to an address as the back button does: the app stays, and its router follows. */
export const goInApp = (page: Page, address: string) =>
  page.evaluate((to) => {
    // Every entry of the router has a key; two without one would count as the same.
    const { idx } = history.state as { idx: number }
    const state = { usr: null, key: crypto.randomUUID(), idx: idx + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
