import { test as base, expect } from '@playwright/test'

export { expect }

type Fixtures = { consoleErrors: string[]; failOnConsoleErrors: undefined }

/** A test fails when the page logs a console error or throws. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ baseURL }, use) => use(process.env['SCRIPT_WRITER_URL'] ?? baseURL),
  consoleErrors: async ({ browserName: _anyBrowser }, use) => use([]),
  failOnConsoleErrors: [
    async ({ page, consoleErrors }, use) => {
      page.on('console', (message) => {
        if (message.type() === 'error') consoleErrors.push(message.text())
      })
      page.on('pageerror', (error) => consoleErrors.push(String(error)))
      await use(undefined)
      expect(consoleErrors, 'console errors').toEqual([])
    },
    { auto: true },
  ],
})
