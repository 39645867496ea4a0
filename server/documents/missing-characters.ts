import type { MissingCharacter, MissingCharacters } from '../../contract/export-script.ts'
import type { Span } from '../../screenplay/emphasis.ts'
import type { Pages } from '../../screenplay/layout.ts'
import type { Typesetter } from './text-runs.ts'

/** A script in a writing system that no font has may lack thousands; a dialog shows these. */
const MOST_LISTED = 30

type Lines = readonly { spans: readonly Span[]; sceneNumber?: string | undefined }[]

function missingIn(lines: Lines, typesetter: Typesetter): Set<string> {
  const spans = lines.flatMap((line) => [...line.spans, { text: line.sceneNumber ?? '' }])
  const runs = spans.flatMap((span) => typesetter.runs(span))
  return new Set(runs.filter(({ face }) => !face).map(({ text }) => text))
}

/** The characters that no font has, in the order of the pages; undefined if there are none. */
export function missingCharacters(
  { titlePages, pages }: Pages,
  typesetter: Typesetter,
): MissingCharacters | undefined {
  const found = new Map<string, MissingCharacter>()
  const entryOf = (character: string): MissingCharacter => {
    const known = found.get(character) ?? { character, isOnTitlePage: false, pages: [] }
    found.set(character, known)
    return known
  }
  for (const character of missingIn(titlePages.flat(), typesetter)) {
    entryOf(character).isOnTitlePage = true
  }
  let before = new Set<string>()
  for (const { label, lines } of pages) {
    const here = missingIn(lines, typesetter)
    for (const character of here) {
      const { pages: places } = entryOf(character)
      const last = before.has(character) ? places.at(-1) : undefined
      if (last) last[1] = label
      else places.push([label, label])
    }
    before = here
  }
  const missing = [...found.values()].slice(0, MOST_LISTED)
  return found.size > 0 ? { missing, more: found.size - missing.length } : undefined
}
