import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** Both themes on a phone and on a desk. */
export const LOOKS = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { colorScheme, width: 360, height: 740 },
  { colorScheme, width: 1280, height: 800 },
])

/** Without motion no colour is caught halfway through a fade. */
export async function dress(page: Page, look: (typeof LOOKS)[number]): Promise<void> {
  const { colorScheme, width, height } = look
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/** Nobody is shut out, and nothing is wider than the page. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
  ).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
}

/** A toast by its exact title, with its exact message if one is given. */
export async function expectNotice(page: Page, title: string, message?: string): Promise<void> {
  const notices = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
  const notice = notices.filter({ has: page.getByText(title, { exact: true }) })
  const exact = message ? notice.filter({ has: page.getByText(message, { exact: true }) }) : notice
  await expect(exact.first()).toBeVisible()
}

/** The field is marked, its error is read out with it, and the focus is there. */
export async function expectBadField(field: Locator, message: string): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(
    new RegExp(message.replaceAll(/[.?']/g, String.raw`\$&`)),
  )
  await expect(field).toBeFocused()
}

/** The console repeats every refused request; the test says which ones it meant to have. */
export function forgive(complaints: string[], pattern: RegExp): void {
  const expected = complaints.filter((complaint) => pattern.test(complaint))
  expect(expected.length, 'there was such a complaint').toBeGreaterThan(0)
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !pattern.test(text)))
}
