// Reads what editor-in-page.js records, and CPU time from the browser.
import type { Page } from '@playwright/test'

type Seen = { ready: number; shift: number; blocked: number }
export type InPage = {
  benchSeen: Seen
  benchFrames: () => () => number[]
  stopFrames: () => number[]
}

export const seenIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as InPage).benchSeen)

/** CPU time of the page's main thread in ms, which does not depend on other load. */
export async function computingOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0)
  }
}
