import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

const address = (): string => process.env['SCRIPT_WRITER_URL'] ?? ''

/** A document of the app's origin that runs nothing. */
const restingPlace = (): string => `${address()}/favicon.svg`

const MEDIA = { colorScheme: 'light', reducedMotion: 'reduce' } as const
const SIZE = { width: 1280, height: 720 }

/** Events that tests listen to. Not `close`, which Playwright itself listens to. */
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

type Disposable = { dispose: () => Promise<void> }
type OpenedPage = {
  page: Page
  session: CDPSession
  undo: Disposable[]
  isSpent: boolean
  hasOtherMedia: boolean
}

/** Opens an idle page and records what has to be undone after the test. */
async function openPage(context: BrowserContext): Promise<OpenedPage> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const opened: OpenedPage = { page, session, undo: [], isSpent: false, hasOtherMedia: false }
  // A route for web sockets cannot be removed.
  const routeWebSocket = page.routeWebSocket.bind(page)
  page.routeWebSocket = (url, handler) => {
    opened.isSpent = true
    return routeWebSocket(url, handler)
  }
  await page.emulateMedia(MEDIA)
  const emulateMedia = page.emulateMedia.bind(page)
  page.emulateMedia = (media) => {
    opened.hasOtherMedia = true
    return emulateMedia(media)
  }
  const addInitScript = page.addInitScript.bind(page)
  page.addInitScript = async (...args) => {
    const added = await addInitScript(...args)
    opened.undo.push(added)
    return added
  }
  await page.goto(restingPlace())
  return opened
}

/** Playwright's own part that reuses contexts, which has no public name. */
type Connection = {
  toImpl(context: BrowserContext): {
    clock: { uninstall(progress: { race: <Value>(work: Value) => Value }): Promise<void> }
  }
}

/** Gives pages that are loaded from now on the real clock. */
async function removeClock(context: BrowserContext): Promise<void> {
  const connection = Reflect.get(context, '_connection') as Connection
  await connection.toImpl(context).clock.uninstall({ race: (work) => work })
}

/**
 * A browser context with a page that successive tests reuse, reset each time. Opening a
 * page takes a third as long as loading the app in it, and while it is open its renderer process (with
 * --process-per-site) keeps the compiled app.
 */
export class LastingContext {
  #context: BrowserContext | undefined
  #opened: OpenedPage | undefined
  #hasClock = false

  async open(browser: Browser): Promise<{ context: BrowserContext; page: Page }> {
    const context = (this.#context ??= await this.#create(browser))
    const { page } = (this.#opened ??= await openPage(context))
    return { context, page }
  }

  async #create(browser: Browser): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: SIZE })
    this.#hasClock = false
    const { clock } = context
    const install = clock.install.bind(clock)
    clock.install = (options) => {
      this.#hasClock = true
      return install(options)
    }
    return context
  }

  /** Removes everything that a test left behind. */
  async reset(): Promise<void> {
    const [context, used] = [this.#context, this.#opened]
    if (!context || !used) return
    if (used.page.isClosed()) return this.close()
    // Remove the fake clock: a new context would have to load and compile the app again.
    if (this.#hasClock) await removeClock(context)
    this.#hasClock = false
    // The new page opens before the old one closes, so that their process lives on.
    const opened = used.isSpent ? await openPage(context) : used
    this.#opened = opened
    const { page, session, undo } = opened
    const others = context.pages().filter((other) => other !== page)
    await Promise.all(others.map((other) => other.close()))
    for (const event of EVENTS) page.removeAllListeners(event)
    for (const script of undo.splice(0)) await script.dispose()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    if (opened === used) await page.goto(restingPlace())
    await page.evaluate(() => sessionStorage.clear())
    await session.send('Storage.clearDataForOrigin', { origin: address(), storageTypes: 'all' })
    await session.send('Page.resetNavigationHistory')
    await page.setViewportSize(SIZE)
    if (opened.hasOtherMedia) await page.emulateMedia(MEDIA)
    opened.hasOtherMedia = false
  }

  async close(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
    this.#opened = undefined
  }
}
