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

/** On a phone also with only the fallback font and with one 15% wider, as on machines with other fonts. */
export async function expectNoOverflow(page: Page): Promise<void> {
  expect(await whatOverflows(page), 'overflow').toEqual([])
  if ((page.viewportSize()?.width ?? 0) > PHONE.width) return
  for (const font of ['fallback', 'wide'] as const) {
    const restore = await page.evaluateHandle(replaceInterfaceFont, font)
    await page.evaluate(() => document.fonts.ready)
    expect(await whatOverflows(page), `overflow with the ${font} font`).toEqual([])
    await restore.evaluate((undo) => undo())
    await restore.dispose()
  }
}

/** In the page: takes the font of the interface away, or widens it, and returns what undoes that. */
function replaceInterfaceFont(font: 'fallback' | 'wide'): () => void {
  const undo: (() => void)[] = []
  for (const sheet of document.styleSheets) {
    for (let i = sheet.cssRules.length - 1; i >= 0; i--) {
      const rule = sheet.cssRules[i]
      if (!(rule instanceof CSSFontFaceRule)) continue
      if (!/Public Sans|^"?Fallback/.test(rule.style.getPropertyValue('font-family'))) continue
      const text = rule.cssText
      const isFallback = text.includes('Fallback')
      if (font === 'fallback' && isFallback) continue
      const size = Number.parseFloat(/size-adjust: ([\d.]+)%/.exec(text)?.[1] ?? '100') * 1.15
      const wide = `${text.replace(/size-adjust: [^;}]+;?/, '').replace(/\}\s*$/, '')}; size-adjust: ${size}% }`
      sheet.deleteRule(i)
      if (font === 'wide') sheet.insertRule(wide, i)
      undo.push(() => {
        if (font === 'wide') sheet.deleteRule(i)
        sheet.insertRule(text, i)
      })
    }
  }
  return () => {
    for (const one of undo.toReversed()) one()
  }
}

/** What makes the page or a panel scroll sideways, and controls that stick out of the window. */
export async function whatOverflows(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const name = (part: Element) =>
      (part.getAttribute('aria-label') ?? part.textContent ?? '').trim().slice(0, 60)
    const panels = [
      ...document.querySelectorAll<HTMLElement>(':is(aside, [role=complementary]) *'),
    ].filter(
      (part) =>
        part.scrollWidth > part.clientWidth && /auto|scroll/.test(getComputedStyle(part).overflowY),
    )
    const controls = [...document.querySelectorAll('button, a, input, select, [role=tab]')].filter(
      (part) => {
        const { left, right, width } = part.getBoundingClientRect()
        if (width <= 1 || (left >= -1 && right <= clientWidth + 1)) return false
        // What stands in a strip that scrolls sideways can be reached.
        for (let up = part.parentElement; up; up = up.parentElement) {
          if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return false
        }
        return right > 0 && left < clientWidth
      },
    )
    return [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth} px of ${clientWidth}`] : []),
      ...panels.map((part) => `a panel: ${name(part)}`),
      ...controls.map((part) => `a control: ${name(part)}`),
    ]
  })
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
