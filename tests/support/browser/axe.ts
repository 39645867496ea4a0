import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { rounds } from '../rounds.ts'
import { DESKTOP, expectNoOverflow, PHONE, type Size, type Theme } from './page.ts'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds wrong with this part of the page, one line per element. */
export async function findViolations(
  page: Page,
  part: Locator = page.locator(':root'),
): Promise<string[]> {
  const isThere = await page.evaluate(() => window.axe !== undefined)
  if (!isThere) await page.evaluate(source)
  return part.evaluate(async (element) => {
    if (!window.axe) throw new Error('axe is not in the page.')
    const context = element === document.documentElement ? document : element
    const { violations } = await window.axe.run(context, {
      resultTypes: ['violations'],
      // Axe leaves it out otherwise.
      rules: { 'target-size': { enabled: true } },
    })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message).join(' ')}`),
    )
  })
}

/** Axe finds nothing in this part as it is now, and nothing overflows. */
export async function expectNoViolations(page: Page, theme: Theme, part?: Locator): Promise<void> {
  // Without motion no colour is caught halfway through a fade.
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  // Retried, because the theme and late requests take a moment.
  await expect(async () => expect(await findViolations(page, part)).toEqual([])).toPass({
    timeout: 15_000,
  })
  await expectNoOverflow(page)
}

/** The second look is part of `npm run test:long`, where every screen is also examined in all four. */
const LOOKS: readonly (readonly [Size, Theme])[] = [
  [PHONE, 'dark'],
  [DESKTOP, 'light'],
]

/** Axe finds nothing on the page, or in a part of it, on a phone; in the long form on a desktop too. */
export async function expectAccessible(page: Page, part?: Locator): Promise<void> {
  const before = page.viewportSize()
  for (const [size, theme] of LOOKS.slice(0, rounds('axe-looks'))) {
    await page.setViewportSize(size)
    await expectNoViolations(page, theme, part)
  }
  if (before) await page.setViewportSize(before)
}
