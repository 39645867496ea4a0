import { printedElements, plainText, spansOf, markedText, parse } from '../../screenplay/model.ts'

const inCapitals = new Set(['scene-heading', 'character', 'transition'])

/** Emphasis in one spelling, without that of a whole heading, cue or transition, which is formatting. */
function emphasized(type: string, text: string): string {
  const spans = spansOf(text)
  const styles = new Set(
    spans.map(({ bold, italic, underline }) => [bold, italic, underline].join()),
  )
  return inCapitals.has(type) && styles.size === 1 ? plainText(text) : markedText(spans)
}

/** The printed elements: type, side, scene number and text, with emphasis unless it is not asked for. */
function elementsOf(source: string, hasEmphasis: boolean): string[] {
  return printedElements(parse(source))
    .filter(({ type }) => type !== 'page-break')
    .map(({ type, text, sceneNumber, dual }) => {
      let shown = hasEmphasis ? emphasized(type, text) : plainText(text)
      if (type === 'character') shown = shown.replace(/ \(cont['’]d\)$/i, '')
      if (inCapitals.has(type)) shown = shown.toUpperCase()
      const place = [type, dual, sceneNumber && `#${sceneNumber}`].filter(Boolean).join(' ')
      return `${place}: ${shown.trim()}`
    })
}

/** For each length of the beginning of `other`, the length of the longest common subsequence. */
function common(one: readonly string[], other: readonly string[]): Uint16Array[] {
  const rows = [new Uint16Array(other.length + 1)]
  for (const text of one) {
    const before = rows.at(-1)!
    const row = new Uint16Array(other.length + 1)
    for (const [at, element] of other.entries()) {
      row[at + 1] = element === text ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!)
    }
    rows.push(row)
  }
  return rows
}

export type Comparison = { right: number; count: number; wrong: string[] }

/** How many elements of a script an import got right, in order; elements that it added count as wrong. */
export function elementsRight(source: string, imported: string, emphasis = true): Comparison {
  const [was, is] = [elementsOf(source, emphasis), elementsOf(imported, emphasis)]
  const rows = common(was, is)
  const wrong: string[] = []
  let [at, to] = [was.length, is.length]
  while (at > 0 || to > 0) {
    if (at > 0 && to > 0 && was[at - 1] === is[to - 1]) [at, to] = [at - 1, to - 1]
    else if (to === 0 || (at > 0 && rows[at - 1]![to]! >= rows[at]![to - 1]!)) {
      at -= 1
      wrong.unshift(`- ${was[at]}`)
    } else {
      to -= 1
      wrong.unshift(`+ ${is[to]}`)
    }
  }
  const right = rows.at(-1)!.at(-1)!
  return { right, count: Math.max(was.length, is.length), wrong }
}
