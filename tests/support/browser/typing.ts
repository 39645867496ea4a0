import type { Locator, Page } from '@playwright/test'
import { expect } from './expect.ts'
import { sql } from './people.ts'
import { scriptPage } from './script-page.ts'

/** The words that say who has everything: the server, or only this browser. */
export const STORED = /^(?:Saved|Changes since the last save, kept)$/
export const OFFLINE = 'Offline, kept in this browser'

const status = (page: Page): Locator => page.locator('[data-save-state]').first()

export const expectStorage = (page: Page, words: string | RegExp, timeout = 15_000) =>
  expect(status(page)).toHaveText(words, { timeout })

/** Opens a script that is shown on its page, and waits until it can be typed into. */
export async function openText(page: Page, scriptId: string): Promise<void> {
  await page.goto(`/editor/${scriptId}`)
  await expect(status(page)).toBeAttached()
}

/** Puts the cursor at the end of the text, or behind the first place that has this text. */
export async function goTo(page: Page, place: { behind: string } | 'end'): Promise<void> {
  if (place === 'end') {
    await scriptPage(page).focus()
    await page.keyboard.press('Control+End')
    return
  }
  await scriptPage(page).locator('.cm-line', { hasText: place.behind }).first().click()
  await page.keyboard.press('End')
}

/** Types with real keys, at a steady or a random pace, in milliseconds per key. */
export async function typeKeys(page: Page, text: string, pace: number | [number, number] = 0) {
  if (typeof pace === 'number') {
    await page.keyboard.type(text, { delay: pace })
    return
  }
  const [from, to] = pace
  for (const key of text)
    await page.keyboard.type(key, { delay: from + Math.random() * (to - from) })
}

/** The page's whole text, as it would be copied. Moves the cursor to the end. */
export async function pageText(page: Page): Promise<string> {
  await scriptPage(page).focus()
  await page.keyboard.press('Control+A')
  const text = await scriptPage(page).evaluate((content) => {
    const clipboardData = new DataTransfer()
    const options = { clipboardData, bubbles: true, cancelable: true }
    content.dispatchEvent(new ClipboardEvent('copy', options))
    return clipboardData.getData('text/plain')
  })
  await page.keyboard.press('Control+End')
  return text
}

/** The text on the server. */
export async function storedText(scriptId: string): Promise<string | undefined> {
  const [row] = await sql<{ text: string }>(
    `select private.text_of_pieces(texts.pieces) as text
     from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
     where drafts.script_id = $1`,
    [scriptId],
  )
  return row?.text
}

/** Origins and texts of all versions, oldest first. */
export const storedVersions = async (scriptId: string): Promise<[string, string][]> =>
  (
    await sql<{ origin: string; text: string }>(
      `select versions.origin, private.text_of_pieces(texts.pieces) as text
       from public.script_versions as versions
       join private.version_texts as texts on texts.version_id = versions.id
       where versions.script_id = $1 order by versions.number`,
      [scriptId],
    )
  ).map(({ origin, text }) => [origin, text])

/** Waits until the pages and the server have the same text, and returns it. */
export async function sameText(scriptId: string, ...pages: Page[]): Promise<string> {
  for (const page of pages) await expectStorage(page, STORED, 60_000)
  await expect
    .poll(
      async () => {
        const texts = await Promise.all(pages.map(pageText))
        return new Set([await storedText(scriptId), ...texts]).size
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  return (await storedText(scriptId)) ?? ''
}

/** Makes requests fail, those of the data API unless others are named. The page itself can still be loaded. */
export async function unreachable(
  place: Pick<Page, 'route' | 'unroute'>,
  address = '**/rest/v1/**',
): Promise<() => Promise<void>> {
  await place.route(address, (route) => route.abort('internetdisconnected'))
  return () => place.unroute(address)
}
