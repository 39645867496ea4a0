import { expect, type JSHandle, type Locator, type Page } from '@playwright/test'
import { findViolations } from './axe.ts'

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

export const THEMES = ['light', 'dark'] as const

type Size = { width: number; height: number }
type Theme = (typeof THEMES)[number]

/** The rules whose outcome depends on theme or width; all other rules need only one look. */
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

type Look = { size: Size; theme: Theme; onlyMore?: boolean }

const isFirstOfSize = (looks: readonly Look[], { size, theme }: Look): boolean =>
  looks.find((other) => other.size === size)?.theme === theme

/**
 * The first size in the first theme, and the other sizes in the last theme: a width changes which elements
 * are shown and how large they are, a theme only their colours. Elements that only the first size shows are
 * examined in every theme.
 */
function looksOf(sizes: readonly Size[], themes: readonly Theme[]): Look[] {
  const [[size = PHONE, ...others], [theme = 'light', ...rest]] = [sizes, themes]
  return [
    { size, theme },
    ...others.map((other) => ({ size: other, theme: rest.at(-1) ?? theme })),
    ...rest.map((each) => ({ size, theme: each, onlyMore: others.length > 0 })),
  ]
}

/** Adds the elements with visible text to the known ones; returns how many are new. */
const addShownText = (part: Locator, known: JSHandle<WeakSet<Element>>): Promise<number> =>
  part.evaluate((root, seen) => {
    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim())
    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const added = [root, ...root.querySelectorAll('*')].filter(
      (element) => !seen.has(element) && hasText(element) && isShown(element),
    )
    for (const element of added) seen.add(element)
    return added.length
  }, known)

async function expectLooks(
  page: Page,
  looks: readonly Look[],
  rulesOf: (look: Look) => string[] | undefined,
  part: Locator = page.locator(':root'),
): Promise<void> {
  const [first] = looks
  const shown = await page.evaluateHandle(() => new WeakSet<Element>())
  for (const each of looks) {
    await look(page, each.size, each.theme)
    // The app applies a new theme with the next frame.
    await expect(page.locator('html')).toHaveAttribute('data-theme', each.theme)
    if (each.onlyMore && (await addShownText(part, shown)) === 0) continue
    // Colours fade into a new theme, so retry until they have settled.
    await expect(() => expectNoViolations(page, rulesOf(each), part)).toPass({ timeout: 15_000 })
    await expectNoOverflow(page)
    if (each !== first && !each.onlyMore) await addShownText(part, shown)
  }
  // Keep the theme: the next check starts with it.
  await page.setViewportSize(first?.size ?? PHONE)
}

/** Puts the page's current theme first, since changing the theme restyles everything. */
async function fromCurrent(page: Page, themes: readonly Theme[]): Promise<Theme[]> {
  const current = await page.locator('html').getAttribute('data-theme')
  return themes.toSorted((a, b) => Number(b === current) - Number(a === current))
}

export const SIZES = [PHONE, DESKTOP]

/**
 * Checks contrast, target size and overflow at these sizes and in these themes, without reloading the page;
 * given a part, only there, for when the rest has been examined before.
 */
export async function expectLegible(
  page: Page,
  sizes: readonly Size[] = SIZES,
  themes: readonly Theme[] = THEMES,
  part?: Locator,
): Promise<void> {
  const looks = looksOf(sizes, await fromCurrent(page, themes))
  const rulesOf = (each: Look) => (isFirstOfSize(looks, each) ? CONTRAST_AND_SIZE : CONTRAST)
  await expectLooks(page, looks, rulesOf, part)
}

/** Runs all axe rules in the first look, and in the others those that a theme or width can break. */
export async function expectAccessible(
  page: Page,
  sizes: readonly Size[] = SIZES,
  themes: readonly Theme[] = THEMES,
  part?: Locator,
): Promise<void> {
  const looks = looksOf(sizes, await fromCurrent(page, themes))
  const rulesOf = (each: Look) => {
    if (each === looks[0]) return undefined
    return isFirstOfSize(looks, each) ? CONTRAST_AND_SIZE : CONTRAST
  }
  await expectLooks(page, looks, rulesOf, part)
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

/** Removes console errors that occur only sometimes, depending on a race. */
export function allowConsoleErrors(consoleErrors: string[], pattern: RegExp): void {
  consoleErrors.splice(
    0,
    consoleErrors.length,
    ...consoleErrors.filter((text) => !pattern.test(text)),
  )
}
