import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { vi } from 'vitest'
import { PASSWORD } from '../../support/people.ts'
import { KillableBrowser } from './killable-browser.ts'
import type { Writer } from './writer.ts'

/** Typed text is in the browser's storage after 1 s, and on a busy machine a little later. */
const STORED_IN_BROWSER = 2_000

const WAIT_LIMIT = { timeout: 90_000, interval: 200 }

type Place = { url: string; profile: string; script: string; email: string }

/** Where a browser types: lines at the beginning or the end of the text, or words into one line of both. */
export type Where = 'beginning' | 'end' | 'line'

/** What is said of text that the server has, and of text that at least this browser has. */
const STORED = new Set(['saved', 'changed'])
const KEPT = new Set([...STORED, 'offline'])

/** Types on the product's page with real keys; the page or browser is killed and reopened. */
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

  /** Opens the script's page, and the browser if it is not running. Signs in if it has to. */
  async open(): Promise<void> {
    const { url, profile, script } = this.#place
    // What was typed just before the kill may be lost.
    this.#typed = this.#typed.filter(({ at }) => at < this.#killedAt - STORED_IN_BROWSER)
    this.#promise(this.#typed)
    this.#killedAt = Number.POSITIVE_INFINITY
    if (!this.#browser?.isRunning) {
      this.#browser = await KillableBrowser.open(profile)
      await this.#browser.context.addInitScript(() =>
        localStorage.setItem('script-writer-view', 'page'),
      )
    }
    this.#page = await this.#browser.context.newPage()
    await this.#page.goto(`${url}/editor/${script}`)
    await this.#signIn()
  }

  /** Waits for the script's page, or for the login page, which then leads back to the script. */
  async #signIn(): Promise<void> {
    const page = this.#page
    const password = page?.getByRole('textbox', { name: 'Password' })
    await vi.waitUntil(async () => {
      if (await password?.isVisible()) {
        await page?.getByRole('textbox', { name: 'Email' }).fill(this.#place.email)
        await password?.fill(PASSWORD)
        await password?.press('Enter')
        await password?.waitFor({ state: 'hidden', timeout: 10_000 }).catch(() => undefined)
      }
      return (await this.#status()) !== ''
    }, WAIT_LIMIT)
  }

  /** What the page says about who has the text. */
  async #status(): Promise<string> {
    const line = this.#page?.locator('[data-save-state]').first()
    // The page may be reloading, or showing the login page.
    const attribute = line?.getAttribute('data-save-state', { timeout: 1_000 })
    return (await attribute?.catch(() => '')) ?? ''
  }

  /** Types a line; if the page then says that everything is stored, the lines up to this one are promised. */
  async type(where: Where): Promise<void> {
    const line = this.writer.newLine()
    const keys = this.#page?.keyboard
    await this.#page?.getByRole('textbox', { name: 'Script page' }).focus({ timeout: 5_000 })
    await keys?.press(where === 'end' ? 'Control+End' : 'Control+Home')
    // Below the heading; the line of both is the first one.
    if (where === 'beginning') await keys?.press('ArrowDown')
    if (where !== 'end') await keys?.press('End')
    const isWord = where === 'line'
    for (const key of isWord ? ` ${line} ` : `\n${line}`)
      await keys?.type(key, { delay: 15 + randomInt(60) })
    // Keys that came while the login page was being shown went nowhere.
    if (!(await this.#shown()).includes(line)) return
    this.#typed.push({ line, at: performance.now() })
    if (KEPT.has(await this.#status())) this.#promise(this.#typed)
  }

  async #shown(): Promise<string> {
    const content = this.#page?.getByRole('textbox', { name: 'Script page' })
    return (await content?.innerText({ timeout: 1_000 }).catch(() => '')) ?? ''
  }

  /** Types on after the session has ended, is sent to the login page by that, and signs in again in the same tab. */
  async signInAgain(): Promise<void> {
    await this.setOffline(false)
    await this.type('end').catch(() => undefined)
    const password = this.#page?.getByRole('textbox', { name: 'Password' })
    await password?.waitFor({ timeout: WAIT_LIMIT.timeout })
    await this.#signIn()
  }

  setOffline(isOffline: boolean): Promise<void> | undefined {
    return this.#browser?.context.setOffline(isOffline)
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
    await this.setOffline(false)
    await vi.waitUntil(async () => STORED.has(await this.#status()), WAIT_LIMIT)
    this.#promise(this.#typed)
  }
}
