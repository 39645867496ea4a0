import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import type { Screen } from './screen.ts'
import { NOW, type Fixture } from './fixture.ts'

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

const HIDE_TOASTS = '[data-sonner-toaster] { visibility: hidden !important }'
const ATTEMPTS = 20

/**
 * Photographs until a picture is the same as an earlier one: fonts, pictures and late requests have arrived.
 * Not always the last one, because Chromium may alternate between two ways of rounding blended colours.
 */
async function takeStill(page: Page, showsToast: boolean): Promise<Buffer> {
  await page.evaluate(async () => {
    await document.fonts.ready
  })
  const earlier: Buffer[] = []
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const shot = await page.screenshot({
      animations: 'disabled',
      caret: 'hide',
      ...(!showsToast && { style: HIDE_TOASTS }),
    })
    if (earlier.some((one) => one.equals(shot))) return shot
    earlier.push(shot)
  }
  throw new Error(`The page never stands still: ${page.url()}`)
}

type Size = { width: number; height: number }

/** Wider than this is a desktop. */
const PHONE = 600

/** The sizes of a screen, or those of `widths` that it is for. */
export function sizesOf({ only }: Screen, widths: readonly number[] = []): Size[] {
  const sizes =
    widths.length === 0 ? Object.values(SIZES) : widths.map((width) => ({ width, height: 900 }))
  return sizes.filter(({ width }) => !only || width < PHONE === (only === 'phone'))
}

/** Opens a screen in a browser of its own, as its person. */
export async function withScreen(
  browser: Browser,
  fixture: Fixture,
  screen: Screen,
  size: Size,
  work: (page: Page) => Promise<void>,
): Promise<void> {
  const session = screen.as && fixture.sessions.get(screen.as)
  const context = await browser.newContext({
    baseURL: fixture.url,
    viewport: size,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(session && { storageState: session.storageState }),
  })
  await context.clock.setFixedTime(NOW)
  const page = await context.newPage()
  await work((await screen.open(page, fixture)) ?? page)
  await context.close()
}

/** Photographs a screen in each width, or in `widths`, and in both themes. */
export async function takeScreen(
  browser: Browser,
  fixture: Fixture,
  screen: Screen,
  folder: string,
  widths: readonly number[],
): Promise<void> {
  for (const size of sizesOf(screen, widths)) {
    await withScreen(browser, fixture, screen, size, async (page) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const picture = await takeStill(page, screen.showsToast ?? false)
        const file = `${screen.name}.${size.width}.${colorScheme}.png`
        await writeFile(path.join(folder, file), picture)
      }
    })
  }
}
