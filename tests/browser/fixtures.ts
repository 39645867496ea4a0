import { test as base, expect } from '@playwright/test'

export { expect }

type Fixtures = { complaints: string[]; failOnComplaints: undefined }

/** A test fails when the browser's console shows an error or a script of the page throws. */
export const test = base.extend<Fixtures>({
  baseURL: async ({ baseURL }, use) => use(process.env['SCRIPT_WRITER_URL'] ?? baseURL),
  complaints: async ({ browserName: _anyBrowser }, use) => use([]),
  failOnComplaints: [
    async ({ page, complaints }, use) => {
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      await use(undefined)
      expect(complaints, 'the browser complained').toEqual([])
    },
    { auto: true },
  ],
})
