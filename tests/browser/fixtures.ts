import {
  type BrowserContext,
  type ConsoleMessage,
  test as base,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { waitCheaply } from '../support/browser/cheap-waiting.ts'
import { LastingContext } from '../support/browser/context.ts'
import { deletePeople } from '../support/browser/people.ts'

export { expect }

type Fixtures = {
  /** For tests that change the context permanently, such as its locale. */
  ownContext: boolean
  opened: { context: BrowserContext; page: Page }
  /** A page of another browser, for a second person or device. */
  elsewhere: Page
  consoleErrors: string[]
  forgetPeople: undefined
  failOnConsoleErrors: undefined
}

type Lasting = { lastingContext: LastingContext; lastingContextElsewhere: LastingContext }

async function lend(use: (lasting: LastingContext) => Promise<void>): Promise<void> {
  const lasting = new LastingContext()
  await use(lasting)
  await lasting.close()
}

/** Adds the path, without which 'Failed to load resource' says nothing. */
const described = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource')
    ? `${message.text()} ${URL.parse(message.location().url)?.pathname}`
    : message.text()

/** Attaches what the page showed when the test failed, because the page is reset before the next test. */
async function describe(page: Page, test: TestInfo): Promise<void> {
  if (test.status === test.expectedStatus || page.isClosed()) return
  // An SVG document has no body, so without a timeout this would wait until the test times out.
  const body = await page.ariaSnapshot({ timeout: 5_000 }).catch(String)
  await test.attach('page', { body, contentType: 'text/plain' })
}

/** A test fails when the page logs a console error or throws. */
export const test = base.extend<Fixtures, Lasting>({
  ownContext: [false, { option: true }],
  lastingContext: [({ browserName: _anyBrowser }, use) => lend(use), { scope: 'worker' }],
  lastingContextElsewhere: [({ browserName: _anyBrowser }, use) => lend(use), { scope: 'worker' }],
  opened: async ({ browser, lastingContext, ownContext }, use, testInfo) => {
    if (ownContext) {
      const context = await browser.newContext()
      const page = await context.newPage()
      await waitCheaply(page)
      await use({ context, page })
      await describe(page, testInfo)
      await context.close()
    } else {
      const opened = await lastingContext.open(browser)
      await waitCheaply(opened.page)
      await use(opened)
      await describe(opened.page, testInfo)
      await lastingContext.reset()
    }
  },
  elsewhere: async ({ browser, lastingContextElsewhere }, use) => {
    await use((await lastingContextElsewhere.open(browser)).page)
    await lastingContextElsewhere.reset()
  },
  context: async ({ opened }, use) => use(opened.context),
  page: async ({ opened }, use) => use(opened.page),
  baseURL: async ({ baseURL }, use) => use(process.env['SCRIPT_WRITER_URL'] ?? baseURL),
  consoleErrors: async ({ browserName: _anyBrowser }, use) => use([]),
  // Set up before the page, so that it is torn down after the page.
  forgetPeople: [
    async ({ browserName: _anyBrowser }, use) => {
      await use(undefined)
      await deletePeople()
    },
    { auto: true },
  ],
  failOnConsoleErrors: [
    async ({ page, consoleErrors }, use) => {
      page.on('console', (message) => {
        if (message.type() === 'error') consoleErrors.push(described(message))
      })
      page.on('pageerror', (error) => consoleErrors.push(String(error)))
      await use(undefined)
      expect(consoleErrors, 'console errors').toEqual([])
    },
    { auto: true },
  ],
})
