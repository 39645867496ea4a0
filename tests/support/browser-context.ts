import type { Browser, BrowserContext, Page } from '@playwright/test'

const address = (): string => process.env['SCRIPT_WRITER_URL'] ?? ''

/**
 * A browser context that one test after another uses, empty each time. Its renderer process stays
 * alive (with --process-per-site), so the app is compiled once instead of once per test.
 */
export class LastingContext {
  #opened: { context: BrowserContext; keeper: Page } | undefined
  #isSpent = false

  async open(browser: Browser): Promise<BrowserContext> {
    if (this.#opened) return this.#opened.context
    const context = await browser.newContext()
    this.#isSpent = false
    const { clock } = context
    const install = clock.install.bind(clock)
    // A fake clock cannot be removed.
    clock.install = (options) => {
      this.#isSpent = true
      return install(options)
    }
    const keeper = await context.newPage()
    await keeper.goto(`${address()}/favicon.svg`)
    this.#opened = { context, keeper }
    return context
  }

  /** Leaves nothing of a test to the next one. */
  async reset(): Promise<void> {
    if (!this.#opened) return
    if (this.#isSpent) return this.close()
    const { context, keeper } = this.#opened
    const others = context.pages().filter((page) => page !== keeper)
    await Promise.all(others.map((page) => page.close()))
    await context.setOffline(false)
    await context.clearPermissions()
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    const session = await context.newCDPSession(keeper)
    await session.send('Storage.clearDataForOrigin', { origin: address(), storageTypes: 'all' })
    await session.detach()
  }

  async close(): Promise<void> {
    await this.#opened?.context.close()
    this.#opened = undefined
  }
}
