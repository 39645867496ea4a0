import { expect, type Locator, type Page } from '@playwright/test'
import { findViolations } from './axe.ts'

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

export const THEMES = ['light', 'dark'] as const

type Size = { width: number; height: number }
type Theme = (typeof THEMES)[number]

/** The rules whose outcome depends on theme or width; everything else is the same in every look. */
const CONTRAST = ['color-contrast']
const CONTRAST_AND_SIZE = [...CONTRAST, 'target-size']

/** Without motion no colour is caught halfway through a fade. */
async function look(page: Page, size: Size, colorScheme: Theme): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** To be called before the page is opened: nothing moves, and toasts stay. */
export async function keepStill(
  page: Page,
  size: Size = PHONE,
  theme: Theme = 'light',
): Promise<void> {
  // Toasts do not time out in a hidden document; one that fades out would fail the contrast check.
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await look(page, size, theme)
}

async function expectNoViolations(page: Page, rules?: string[], part?: Locator): Promise<void> {
  const found = await findViolations(page, rules, part)
  expect(found, `at ${page.viewportSize()?.width} px`).toEqual([])
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
}

type Look = { size: Size; theme: Theme }

const isFirstOfSize = (looks: readonly Look[], { size, theme }: Look): boolean =>
  looks.find((other) => other.size === size)?.theme === theme

/**
 * Both themes at the first size, then the other sizes in the last theme: a width changes what is shown
 * and how large it is, and a theme only its colours.
 */
const looksOf = (sizes: readonly Size[], themes: readonly Theme[]): Look[] =>
  sizes.flatMap((size, at) =>
    (at === 0 ? themes : themes.slice(-1)).map((theme) => ({ size, theme })),
  )

async function expectLooks(
  page: Page,
  looks: readonly Look[],
  rulesOf: (look: Look) => string[] | undefined,
  part?: Locator,
): Promise<void> {
  for (const each of looks) {
    await look(page, each.size, each.theme)
    // The app applies a new theme with the next frame.
    await expect(page.locator('html')).toHaveAttribute('data-theme', each.theme)
    // Colours fade into a new theme: they count once they have settled.
    await expect(() => expectNoViolations(page, rulesOf(each), part)).toPass({ timeout: 15_000 })
    await expectNoOverflow(page)
  }
  await look(page, looks[0]?.size ?? PHONE, looks[0]?.theme ?? 'light')
}

export const SIZES = [PHONE, DESKTOP]

/**
 * Contrast, target size and overflow at these sizes and in these themes, without loading the page
 * again; within a part, when the rest has been examined before.
 */
export function expectLegible(
  page: Page,
  sizes: readonly Size[] = SIZES,
  themes: readonly Theme[] = THEMES,
  part?: Locator,
): Promise<void> {
  const looks = looksOf(sizes, themes)
  const rulesOf = (each: Look) => (isFirstOfSize(looks, each) ? CONTRAST_AND_SIZE : CONTRAST)
  return expectLooks(page, looks, rulesOf, part)
}

/** All of axe in the first look, and then what another theme or width can break. */
export function expectAccessible(
  page: Page,
  sizes: readonly Size[] = SIZES,
  themes: readonly Theme[] = THEMES,
  part?: Locator,
): Promise<void> {
  const looks = looksOf(sizes, themes)
  const rulesOf = (each: Look) => {
    if (each === looks[0]) return undefined
    return isFirstOfSize(looks, each) ? CONTRAST_AND_SIZE : CONTRAST
  }
  return expectLooks(page, looks, rulesOf, part)
}

/** To be called before the page is opened: adds to the configuration that the server puts into the page. */
export async function addToConfig(page: Page, more: Record<string, unknown>): Promise<void> {
  await page.addInitScript((added) => {
    const property = Object.getOwnPropertyDescriptor(Node.prototype, 'textContent')
    Object.defineProperty(HTMLScriptElement.prototype, 'textContent', {
      get(this: HTMLScriptElement) {
        const text = String(property?.get?.call(this))
        return this.id === 'config' ? JSON.stringify({ ...JSON.parse(text), ...added }) : text
      },
    })
  }, more)
}

export const notices = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')

/** A toast by its exact title, with its exact message if one is given. */
export async function expectNotice(page: Page, title: string, message?: string): Promise<void> {
  const notice = notices(page).filter({ has: page.getByText(title, { exact: true }) })
  const exact = message ? notice.filter({ has: page.getByText(message, { exact: true }) }) : notice
  await expect(exact.first()).toBeVisible()
}

/** The field is marked invalid, described by its error, and focused. */
export async function expectBadField(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(
    new RegExp(message.replaceAll(/[.?']/g, String.raw`\$&`)),
  )
  await expect(field).toBeFocused()
}

/** Removes the console errors that the test provoked; there must have been at least one. */
export function expectConsoleErrors(consoleErrors: string[], pattern: RegExp): void {
  const expected = consoleErrors.filter((complaint) => pattern.test(complaint))
  expect(expected.length, 'console errors that the test provokes').toBeGreaterThan(0)
  allowConsoleErrors(consoleErrors, pattern)
}

/** For errors that depend on who is faster. */
export function allowConsoleErrors(consoleErrors: string[], pattern: RegExp): void {
  consoleErrors.splice(
    0,
    consoleErrors.length,
    ...consoleErrors.filter((text) => !pattern.test(text)),
  )
}
