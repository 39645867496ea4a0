import { expect, type Page } from '@playwright/test'

type Recorded = { requestTimes: number[] }

/** Advances the page's fake clock in small steps until the condition holds. */
async function runUntil(page: Page, isReached: () => boolean | Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(100)
        return isReached()
      },
      { intervals: [0], timeout: 45_000 },
    )
    .toBe(true)
}

/** Before the page is opened: pauses its clock and records when it requests addresses with this text. */
export async function recordRequests(page: Page, part: string): Promise<void> {
  await page.addInitScript((wanted) => {
    const requestTimes: number[] = []
    Object.assign(window, { requestTimes } satisfies Recorded)
    window.fetch = new Proxy(window.fetch, {
      apply(fetch, view, [input, init]: [string | URL | Request, RequestInit?]) {
        const address = input instanceof Request ? input.url : String(input)
        if (address.includes(wanted)) requestTimes.push(Date.now())
        return Reflect.apply(fetch, view, [input, init])
      },
    })
  }, part)
  await page.clock.install()
  // Until it is paused the clock runs on, so the pause has to be ahead of it.
  await page.clock.pauseAt(Date.now() + 60_000)
}

const recorded = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as Recorded).requestTimes)

/** The recorded request was sent three times, with waits of 1 s and 2 s. The clock runs on afterwards. */
export async function expectThreeAttempts(page: Page): Promise<void> {
  await runUntil(page, async () => (await recorded(page)).length === 3)
  const [first = 0, second = 0, third = 0] = await recorded(page)
  expect(second - first).toBeGreaterThanOrEqual(1_000)
  expect(second - first).toBeLessThan(2_000)
  expect(third - second).toBeGreaterThanOrEqual(2_000)
  expect(third - second).toBeLessThan(4_000)
  await page.clock.resume()
}
