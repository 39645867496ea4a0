import type { Session } from '@supabase/supabase-js'
import type { Page } from '@playwright/test'
import { vi } from 'vitest'
import { servePage } from '../../support/working-text-page/serve.ts'
import { KillableBrowser } from './killable-browser.ts'
import type { Writer } from './writer.ts'

const HTML =
  '<!doctype html><title>Typing</title><div id="root"></div><script type="module" src="/assets/app-test.js"></script>'

/** Typed text is in the browser's storage after at most this many milliseconds. */
const STORED_IN_BROWSER = 1_000

const WAIT_LIMIT = { timeout: 60_000 }

type Place = { url: string; profile: string; script: string; session: Session }

/** Types on a page with the app's working text; the page or browser is killed and reopened. */
export class BrowserWriter {
  readonly writer: Writer
  readonly #place: Place
  /** Lines that must arrive, in the order they were typed, with the time. */
  #typed: { line: string; at: number }[] = []
  #browser: KillableBrowser | undefined
  #page: Page | undefined
  #killedAt = Number.POSITIVE_INFINITY

  constructor(writer: Writer, place: Place) {
    this.writer = writer
    this.#place = place
  }

  /** Opens a page, and the browser if it is not running. */
  async open(): Promise<void> {
    const { url, profile, script, session } = this.#place
    // What was typed just before the kill may be lost.
    this.#typed = this.#typed.filter(({ at }) => at < this.#killedAt - STORED_IN_BROWSER)
    this.#promise(this.#typed)
    if (!this.#browser?.isRunning) {
      this.#browser = await KillableBrowser.open(profile)
      const { context } = this.#browser
      await context.route(/\/login\?work=/, (route) =>
        route.fulfill({ contentType: 'text/html', body: HTML }),
      )
      await servePage(context, script)
      await context.addInitScript((stored) => {
        // Only the first time: later the app has stored its own session.
        if (!localStorage.getItem('script-writer-session'))
          localStorage.setItem('script-writer-session', stored)
      }, JSON.stringify(session))
    }
    this.#page = await this.#browser.context.newPage()
    await this.#page.goto(`${url}/login?work=${this.writer.work}`)
    await vi.waitUntil(async () => (await this.#state()).isLoaded, WAIT_LIMIT)
  }

  async #state(): Promise<{ isLoaded?: boolean; storage?: string }> {
    const text = await this.#page?.getByLabel('State').innerText({ timeout: 5_000 })
    return JSON.parse(text ?? '{}') as { isLoaded: boolean; storage: string }
  }

  /** Types a line; if the page then says that everything is stored, the lines up to this one are promised. */
  async type(): Promise<void> {
    const page = this.#page
    const line = this.writer.newLine()
    await page?.getByLabel('Script page').press('Control+End', { timeout: 5_000 })
    await page?.keyboard.insertText(`${line}\n`)
    this.#typed.push({ line, at: performance.now() })
    const before = this.#typed.length
    const { storage } = await this.#state()
    if (storage === 'stored') this.#promise(this.#typed.slice(0, before))
  }

  /** The number of lines that must survive if the page were killed now. */
  get safeLines(): number {
    const safe = this.#typed.filter(({ at }) => at < performance.now() - STORED_IN_BROWSER)
    return new Set([...this.writer.promised, ...safe.map(({ line }) => line)]).size
  }

  #promise(lines: readonly { line: string }[]): void {
    for (const { line } of lines) this.writer.promised.add(line)
  }

  /** Ends only the page's process, or the whole browser. */
  async kill(how: 'page' | 'browser'): Promise<void> {
    this.#killedAt = performance.now()
    if (how === 'page') await this.#browser?.killPages()
    else await this.#browser?.kill()
    this.#page = undefined
  }

  /** Waits until the server has everything. */
  async settle(): Promise<void> {
    await vi.waitUntil(async () => (await this.#state()).storage === 'stored', WAIT_LIMIT)
    this.#promise(this.#typed)
  }
}
