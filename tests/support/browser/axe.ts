import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from '@playwright/test'
import type axe from 'axe-core'
import { findDoubtfulTexts, findDoubtfulTargets } from './doubts.ts'

declare global {
  interface Window {
    axe?: typeof axe
    findDoubtfulTexts: typeof findDoubtfulTexts
    findDoubtfulTargets: typeof findDoubtfulTargets
  }
}

/** Minified: every page that is examined parses it anew. */
const source = [
  readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'),
  `window.findDoubtfulTexts = ${String(findDoubtfulTexts)}`,
  `window.findDoubtfulTargets = ${String(findDoubtfulTargets)}`,
].join('\n')

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
  if (!isThere) await page.evaluate(source)
  return part.evaluate(async (element, chosen) => {
    if (!window.axe) throw new Error('axe is not in the page.')
    const texts = window.findDoubtfulTexts(element)
    const targets = window.findDoubtfulTargets(element)
    // Axe leaves out target sizes unless the rule is enabled explicitly.
    const doubtful = {
      'color-contrast': { enabled: texts.length > 0 },
      'target-size': { enabled: targets.length > 0 },
    }
    const isNeeded = (rule: string) => new Map(Object.entries(doubtful)).get(rule)?.enabled ?? true
    const runOnly = chosen?.filter(isNeeded)
    if (runOnly?.length === 0) return []
    // A unique selector for every element is expensive, and nobody reads it.
    const brief = { resultTypes: ['violations' as const], selectors: false }
    const options = runOnly ? { ...brief, runOnly } : { ...brief, rules: doubtful }
    const context = element === document.documentElement ? document : element
    const { violations } = await window.axe.run(context, options)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html} ${any.map(({ message }) => message).join(' ')}`),
    )
  }, rules)
}
