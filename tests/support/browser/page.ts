import { expect, type Locator, type Page } from '@playwright/test'

export const PHONE = { width: 360, height: 740 }
export const DESKTOP = { width: 1280, height: 800 }

export const THEMES = ['light', 'dark'] as const

export type Size = { width: number; height: number }
export type Theme = (typeof THEMES)[number]

/** To be called before the page is opened: nothing moves, and toasts stay. */
export async function keepStill(page: Page): Promise<void> {
  // Toasts do not time out in a hidden document; one that fades out would fail the contrast check.
  await page.addInitScript(() => Object.defineProperty(document, 'hidden', { get: () => true }))
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

export async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  // What scrolls up and down in a panel would hide it.
  const wide = await page.getByRole('complementary').evaluateAll((panels) =>
    panels
      .flatMap((panel) => [...panel.querySelectorAll<HTMLElement>('*')])
      .filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )
  expect(wide).toEqual([])
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

/** A failure that is reported in its place, and not by a toast as well. */
export async function expectInPlace(page: Page, title: string, message: string): Promise<void> {
  const bar = page.getByRole('region', { name: title, exact: true })
  await expect(bar.getByText(message, { exact: true })).toBeVisible()
  await expect(bar.getByRole('alert')).toContainText(message)
  await expect(notices(page).filter({ hasText: message })).toHaveCount(0)
}

/** A failure that the specification shows as a toast, and its place as well. */
export async function expectInBoth(page: Page, title: string, message: string): Promise<void> {
  await expectNotice(page, title, message)
  const bar = page.getByRole('region', { name: title, exact: true })
  await expect(bar.getByText(message, { exact: true })).toBeVisible()
  // The toast announces it.
  await expect(bar.getByRole('alert')).toHaveCount(0)
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
