// Typing on the page: key times at rest and while an answer streams, and page breaks that move.
import type { Page } from '@playwright/test'
import { keyTimes, keyTraceCategories } from './key-times.ts'
import { percentile } from '../support/percentile.ts'
import { scriptPromptFor } from '../support/scripted-provider.ts'

/** 150 keys: with few, the p95 would be the second slowest one. */
const TYPED =
  'a boat comes in and nobody is on board, so the man at the pier counts it again and writes it down ' +
  'in the book that nobody reads until the fog has gone'
const MORE_ROWS = 'takes the harbour in its fog, boat after boat, pier after pier.'
/** A page break that moved is recognised by its text, so no two paragraphs begin alike, not even in different runs. */
let evening = 0
/** Enough paragraphs to move the breaks of any page. */
const MAX_PARAGRAPHS = 30
const MOVES = 3
/** 320 bytes each, 50 per second: a minute, since tracing is slow to start. It is stopped after the last key. */
const PIECES = 3_000

/** What page-in-page.js adds to the page. */
type InPage = {
  benchScrollToMiddle: () => Promise<void>
  benchWatchBreaks: () => void
  benchBreakTimes: () => number[]
}

export const p95 = (values: readonly number[]) => percentile(0.95, values)

/** The latency of each key. */
export async function typeHere(page: Page, afterLast?: () => Promise<void>): Promise<number[]> {
  const browser = page.context().browser()
  if (!browser) throw new Error('Only a browser that was launched can be traced.')
  await browser.startTracing(page, { categories: keyTraceCategories })
  await page.keyboard.type(TYPED, { delay: 60 })
  // Wait for the frame of the last key.
  await page.waitForTimeout(200)
  await afterLast?.()
  return keyTimes(await browser.stopTracing())
}

/** What a key costs in JavaScript, in ms of processor time, which a busy machine changes little. */
export async function scriptTime(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () =>
    (await session.send('Performance.getMetrics')).metrics.find(
      ({ name }) => name === 'ScriptDuration',
    )?.value ?? 0
  const before = await spent()
  await page.keyboard.type(TYPED, { delay: 60 })
  return ((await spent()) - before) * (1_000 / TYPED.length)
}

/** Puts the cursor at the end of a paragraph in the middle of the script. */
export async function clickInMiddle(page: Page): Promise<void> {
  await page.evaluate(() => (globalThis as unknown as InPage).benchScrollToMiddle())
  await page.waitForTimeout(500)
  // Click above the page break, so that typed text moves it.
  await page.locator('.cm-line.page-action:has(~ .page-gap)').last().click()
  await page.keyboard.press('End')
}

/** Adds paragraphs until page breaks have moved; returns the longest time that one took to move. */
export async function breakTime(page: Page): Promise<number> {
  await page.evaluate(() => (globalThis as unknown as InPage).benchWatchBreaks())
  let times: number[] = []
  for (let turn = 0; turn < MAX_PARAGRAPHS && times.length < MOVES; turn += 1) {
    await page.keyboard.press('Enter')
    evening += 1
    await page.keyboard.insertText(`Evening ${evening} ${MORE_ROWS}`)
    await page.waitForTimeout(600)
    times = await page.evaluate(() => (globalThis as unknown as InPage).benchBreakTimes())
  }
  if (times.length === 0) throw new Error('No page break has moved.')
  return Math.max(...times)
}

/** The latency of keys on the page while an answer streams beside it. */
export async function typeWhileStreaming(page: Page, name: string): Promise<number[]> {
  await clickInMiddle(page)
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.fill(scriptPromptFor(name, PIECES))
  await prompt.press('Enter')
  const stop = page.getByRole('button', { name: 'Stop generating' })
  await stop.waitFor()
  // In the chat it may be folded.
  await page.getByText('PIER 1 -').first().waitFor({ state: 'attached' })
  await page.getByRole('textbox', { name: 'Script page' }).focus()
  await page.waitForTimeout(500)
  const times = await typeHere(page, async () => {
    if (!(await stop.isVisible())) throw new Error('The answer ended before the last key.')
    // Its rest would disturb the next measurement.
    await stop.click()
  })
  await stop.waitFor({ state: 'detached' })
  return times
}
