import type { BrowserContext, Page } from '@playwright/test'
import { computingOf, type InPage, seenIn } from './editor-seen.ts'
import { keyTimes, keyTraceCategories } from './key-times.ts'
import { scriptPromptFor } from '../support/scripted-provider.ts'

/** 320 bytes each, 50 per second: 200 KB in 13 seconds. */
const PIECES = 630
const TYPED = 'a boat comes in and nobody is on board'

async function typeIn(page: Page, name: string): Promise<number[]> {
  const browser = page.context().browser()
  await page.getByRole('textbox', { name }).focus()
  await browser?.startTracing(page, { categories: keyTraceCategories })
  await page.keyboard.type(TYPED, { delay: 60 })
  // Wait for the frame of the last key.
  await page.waitForTimeout(200)
  return keyTimes((await browser?.stopTracing()) ?? Buffer.from(''))
}

const beginFrames = (page: Page) =>
  page.evaluate(() => {
    const inPage = globalThis as unknown as InPage
    inPage.stopFrames = inPage.benchFrames()
  })
const endFrames = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as InPage).stopFrames())

/** Streams an answer while typing next to it, then in another chat. */
export async function stream(context: BrowserContext, name: string) {
  const page = await context.newPage()
  await page.goto('/editor/new')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.waitFor()
  await page.waitForTimeout(1_000)
  const restKeys = await typeIn(page, 'Script Name')
  await beginFrames(page)
  await page.waitForTimeout(2_000)
  const restFrames = await endFrames(page)

  await prompt.fill(scriptPromptFor(name, PIECES))
  await prompt.press('Enter')
  await page.getByText('PIER 1 -').first().waitFor()
  await page.waitForTimeout(2_000)
  const nameKeys = await typeIn(page, 'Script Name')
  // Measure the second half, which is harder, without tracing or text searches, which cost frames too.
  const before = await seenIn(page)
  const computing = await computingOf(page)
  const computed = await computing()
  await beginFrames(page)
  await page.waitForTimeout(6_000)
  const frames = await endFrames(page)
  const perFrame = ((await computing()) - computed) / frames.length
  const { blocked, shift } = await seenIn(page)
  await page.getByText('Script Generated').waitFor()
  const characters = await page
    .locator('article')
    .evaluate(({ textContent }) => textContent?.length ?? 0)

  await page.getByRole('textbox', { name: 'Prompt' }).fill(scriptPromptFor(`${name}-again`, PIECES))
  await prompt.press('Enter')
  await page.getByRole('button', { name: 'Stop generating' }).waitFor()
  await page.getByRole('button', { name: 'New Chat' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForTimeout(2_000)
  const promptKeys = await typeIn(page, 'Prompt')
  await page.close()
  return {
    restKeys,
    restFrames,
    nameKeys,
    promptKeys,
    frames,
    perFrame,
    blocked: blocked - before.blocked,
    shift: shift - before.shift,
    characters,
  }
}
