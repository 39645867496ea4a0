import { type ConsoleMessage, test as base, type Page } from '@playwright/test'
import { expect } from '../support/browser/expect.ts'
import { allowConsoleErrors } from '../support/browser/page.ts'
import { deletePeople } from '../support/browser/people.ts'

export { expect }

type Fixtures = {
  /** A page of another browser, for a second person or device. */
  elsewhere: Page
  consoleErrors: string[]
  forgetPeople: undefined
  failOnConsoleErrors: undefined
}

/** Adds the path, without which 'Failed to load resource' says nothing. */
const described = (message: ConsoleMessage) =>
  message.text().startsWith('Failed to load resource')
    ? `${message.text()} ${URL.parse(message.location().url)?.pathname}`
    : message.text()

/** The page reads what an answer or another device has just changed, and asks again: a race that it always wins. */
const CHANGED_MEANWHILE =
  /status of 409 \(Conflict\) \/(?:rest\/v1\/rpc\/(?:keep_draft|place_notes|save_script)|functions\/v1\/generate-script)/

/** A test fails when the page logs a console error or throws. */
export const test = base.extend<Fixtures>({
  elsewhere: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  },
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
      allowConsoleErrors(consoleErrors, CHANGED_MEANWHILE)
      expect(consoleErrors, 'console errors').toEqual([])
    },
    { auto: true },
  ],
})
