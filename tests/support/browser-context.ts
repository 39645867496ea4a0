import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

const address = (): string => process.env['SCRIPT_WRITER_URL'] ?? ''

/** A document of the app's origin that runs nothing. */
const restingPlace = (): string => `${address()}/favicon.svg`

const SIZE = { width: 1280, height: 720 }

/** What tests listen to; Playwright itself listens for the end of the page. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
]

type Opened = { context: BrowserContext; page: Page; session: CDPSession; undo: Disposable[] }
type Disposable = { dispose: () => Promise<void> }

/**
 * A browser context with a page that one test after another uses, as good as new each time. Opening a
 * page takes a third as long as loading the app in it, and while it is open its renderer process (with
 * --process-per-site) keeps the compiled app.
 */
export class LastingContext {
  #opened: Opened | undefined
  #isSpent = false

  async open(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
    this.#opened ??= await this.#create(browser)
    return this.#opened
  }

  async #create(browser: Browser): Promise<Opened> {
    const context = await browser.newContext({ viewport: SIZE })
    this.#isSpent = false
    const page = await context.newPage()
    // Neither a fake clock nor a route for web sockets can be removed.
    const { clock } = context
    const install = clock.install.bind(clock)
    clock.install = (options) => {
      this.#isSpent = true
      return install(options)
    }
    const routeWebSocket = page.routeWebSocket.bind(page)
    page.routeWebSocket = (url, handler) => {
      this.#isSpent = true
      return routeWebSocket(url, handler)
    }
    const undo: Disposable[] = []
    const addInitScript = page.addInitScript.bind(page)
    page.addInitScript = async (...args) => {
      const added = await addInitScript(...args)
      undo.push(added)
      return added
    }
    await page.goto(restingPlace())
    return { context, page, session: await context.newCDPSession(page), undo }
  }

  /** Leaves nothing of a test to the next one. */
  async reset(): Promise<void> {
    if (!this.#opened) return
    const { context, page, session, undo } = this.#opened
    if (this.#isSpent || page.isClosed()) return this.close()
    const others = context.pages().filter((other) => other !== page)
    await Promise.all(others.map((other) => other.close()))
    for (const event of EVENTS) page.removeAllListeners(event)
    for (const script of undo.splice(0)) await script.dispose()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await page.goto(restingPlace())
    await page.evaluate(() => sessionStorage.clear())
    await session.send('Storage.clearDataForOrigin', { origin: address(), storageTypes: 'all' })
    await session.send('Page.resetNavigationHistory')
    await page.setViewportSize(SIZE)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }

  async close(): Promise<void> {
    await this.#opened?.context.close()
    this.#opened = undefined
  }
}
