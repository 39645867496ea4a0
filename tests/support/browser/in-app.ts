import type { Page } from '@playwright/test'

/** Goes to an address as the back button does: the router handles it, without a page load. */
export const goInApp = (page: Page, address: string) =>
  page.evaluate((to) => {
    // The router identifies history entries by their key: two entries without one would count as the same.
    const { idx } = history.state as { idx: number }
    const state = { usr: null, key: crypto.randomUUID(), idx: idx + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
