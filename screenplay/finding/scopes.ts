import type { Element, ElementType, Screenplay } from '../elements.ts'
import { LineReader } from '../parse/line-reader.ts'
import { isSpeech } from '../parse/speech.ts'
import { characterName } from '../statistics/character-name.ts'
import type { TextRange } from './pieces.ts'

/** Where to search. Dialogue includes lyrics that are sung in a speech, but no parentheticals and no notes. */
export type Scope = 'all' | 'dialogue' | 'headings' | { character: string }

export function rangesOf({ source, elements }: Screenplay, scope: Scope): TextRange[] {
  if (scope === 'all') return [{ start: 0, end: source.length }]
  const found =
    scope === 'headings'
      ? elements.filter(({ type }) => type === 'scene-heading')
      : spokenElements(elements, scope === 'dialogue' ? undefined : characterName(scope.character))
  return found.flatMap((element) => visibleRanges(source, element))
}

/** Dialogue and lyrics of a character, or of everyone. */
function spokenElements(elements: readonly Element[], name: string | undefined): Element[] {
  let isSpeaker = false
  return elements.filter(({ type, text, apart }) => {
    if (type === 'character') isSpeaker = name === undefined || characterName(text) === name
    else if (endsSpeech(type) || apart) isSpeaker = false
    return isSpeaker && (type === 'dialogue' || type === 'lyrics')
  })
}

const endsSpeech = (type: ElementType) => !isSpeech(type) && type !== 'note' && type !== 'boneyard'

/** The parts of an element outside notes and boneyard. */
function visibleRanges(source: string, { start, contentEnd }: Element): TextRange[] {
  if (!/\[\[|\/\*/.test(source.slice(start, contentEnd))) return [{ start, end: contentEnd }]
  const ranges: TextRange[] = []
  const reader = new LineReader(source, start, 1)
  while (reader.end < contentEnd && reader.next()) {
    const { pieces, text } = reader
    if (!reader.hidden) ranges.push({ start: reader.start, end: reader.contentEnd })
    else
      for (const [index, piece] of pieces.entries()) {
        const length = (pieces[index + 1]?.at ?? text.length) - piece.at
        if (length > 0) ranges.push({ start: piece.source, end: piece.source + length })
      }
  }
  return ranges
}
