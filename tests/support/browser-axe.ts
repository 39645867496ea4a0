import type { Locator, Page } from '@playwright/test'
import axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * What axe finds wrong with this part of the page, one line per element. Only the violations leave
 * the page: passing on everything that axe examined takes longer than examining it.
 */
export async function findViolations(
  page: Page,
  rules?: string[],
  part: Locator = page.locator(':root'),
): Promise<string[]> {
  const isThere = await page.evaluate(() => window.axe !== undefined)
  if (!isThere) await page.evaluate(axe.source)
  return part.evaluate(async (element, runOnly) => {
    if (!window.axe) throw new Error('axe is not in the page.')
    const options = { resultTypes: ['violations' as const], ...(runOnly && { runOnly }) }
    const context = element === document.documentElement ? document : element
    const { violations } = await window.axe.run(context, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message).join(' ')}`),
    )
  }, rules)
}
