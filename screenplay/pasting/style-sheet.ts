/** Property names and values, in lower case except for style names. */
export type Declarations = ReadonlyMap<string, string>

const TEXT_WIDTH = 6
const POINT = 1 / 72
const units = new Map([
  ['in', 1],
  ['pt', POINT],
  ['pc', 12 * POINT],
  ['em', 12 * POINT],
  ['rem', 12 * POINT],
  ['cm', 1 / 2.54],
  ['mm', 1 / 25.4],
  ['px', 1 / 96],
  ['%', TEXT_WIDTH / 100],
  ['', 1 / 96],
])
const length = /^(-?\d{0,9}\.?\d{0,9})([a-z%]{0,3})$/

/** A CSS length in inches; undefined if it is none. Apple's text system writes points as pixels. */
export function inchesOf(value: string | undefined, isApple: boolean): number | undefined {
  const [, digits, unit] = length.exec(value ?? '') ?? []
  const factor = unit === 'px' && isApple ? POINT : units.get(unit ?? '')
  const number = Number.parseFloat(digits ?? '')
  return factor === undefined || Number.isNaN(number) ? undefined : number * factor
}

/** The rules of style sheets with simple selectors such as `p.Name`; all others are ignored. */
export class StyleSheet {
  readonly #rules = new Map<string, Map<string, string>>()

  add(source: string): void {
    const text = source.replaceAll(/<!--|-->/g, ' ')
    let at = 0
    for (;;) {
      const open = text.indexOf('{', at)
      const close = open < 0 ? -1 : text.indexOf('}', open)
      if (close < 0) return
      const declared = declarationsOf(text.slice(open + 1, close))
      for (const selector of selectorsIn(text.slice(at, open))) {
        const rule = this.#rules.get(selector) ?? new Map<string, string>()
        for (const [name, value] of declared) rule.set(name, value)
        this.#rules.set(selector, rule)
      }
      at = close + 1
    }
  }

  /** What applies to an element by its name and classes, the most specific last. */
  rulesFor(name: string, classes: readonly string[]): Declarations[] {
    const selectors = [name, ...classes.flatMap((each) => [`.${each}`, `${name}.${each}`])]
    return selectors.flatMap((selector) => this.#rules.get(selector) ?? [])
  }
}

function selectorsIn(text: string): string[] {
  // Word precedes rules with comments.
  const start = text.lastIndexOf('*/')
  return text
    .slice(start < 0 ? 0 : start + 2)
    .split(',')
    .map((selector) => selector.trim().toLowerCase())
    .filter((selector) => /^[a-z0-9]*(?:\.[^\s.:>[#]+)?$/.test(selector))
}

export function declarationsOf(text: string): Map<string, string> {
  const declared = new Map<string, string>()
  for (const part of text.split(';')) {
    const colon = part.indexOf(':')
    if (colon < 0) continue
    const name = part.slice(0, colon).trim().toLowerCase()
    const value = part.slice(colon + 1).trim()
    declared.set(name, name === 'mso-style-name' ? value : value.toLowerCase())
  }
  return declared
}
