import type { Element, ElementType } from '../../elements.ts'
import {
  isForcedSceneHeading,
  isSceneHeading,
  isTransition,
  splitSceneNumber,
  withoutCaret,
} from '../../parse/line-kinds.ts'

/** What a paragraph can be changed into. */
export type ElementChoice = Exclude<ElementType, 'note' | 'boneyard' | 'page-break'>

export const isChoice = (type: ElementType): type is ElementChoice =>
  type !== 'note' && type !== 'boneyard' && type !== 'page-break'

/** The text of a line without marks. `lead` is how many characters preceded it. */
type Bare = { text: string; lead: number }

/** A line with its marks; `lead` is the length of the mark before the text. */
export type Marked = { text: string; lead: number }

const marks: Partial<Record<ElementType, RegExp>> = {
  action: /^!/,
  character: /^@\s*/,
  parenthetical: /^\(/,
  lyrics: /^~\s*/,
  transition: /^>\s*/,
  centered: /^>\s*/,
  section: /^#+\s*/,
  synopsis: /^=\s*/,
}

const endings: Partial<Record<ElementType, string>> = { parenthetical: ')', centered: '<' }

/** Strips the marks that give a line its type. */
export function bareLine(line: string, type: ElementType, to: ElementChoice): Bare {
  const isSame = type === to
  const indent = isSame && type === 'action' ? 0 : line.length - line.trimStart().length
  const trimmed = line.slice(indent).trimEnd()
  const isForced = type === 'scene-heading' && isForcedSceneHeading(trimmed)
  const mark = isForced ? 1 : (marks[type]?.exec(trimmed)?.[0].length ?? 0)
  const ending = endings[type]
  const end = ending && trimmed.endsWith(ending) ? trimmed.length - 1 : trimmed.length
  const text = trimmed.slice(mark, Math.max(end, mark)).trimEnd()
  return { text: isSame ? text : withoutEnding(text, type), lead: indent + mark }
}

function withoutEnding(text: string, type: ElementType): string {
  if (type === 'scene-heading') return splitSceneNumber(text).text
  return type === 'character' ? withoutCaret(text) : text
}

/** A name in capitals; extensions such as "(on the phone)" keep their case. */
const nameInCapitals = (text: string): string =>
  text.replace(/\([^()]*\)|[^()]+/g, (part) => (part.startsWith('(') ? part : part.toUpperCase()))

/** A line of this type, with a forcing mark only if it needs one or `isForced`. */
export function markedLine(
  text: string,
  { type, to, depth, isForced }: LineChange & { isForced: boolean },
): Marked {
  switch (to) {
    case 'scene-heading':
      return marked(isSceneHeading(text) && !isForced ? '' : '.', text)
    case 'action':
      return marked(isForced ? '!' : '', text)
    case 'character':
      return marked(isForced ? '@' : '', type === 'character' ? text : nameInCapitals(text))
    case 'parenthetical':
      return /^\(.*\)$/.test(text) ? marked('', text) : marked('(', text, ')')
    case 'dialogue':
      return marked(isForced ? '\\' : '', text)
    case 'lyrics':
      return marked('~', text)
    case 'transition': {
      const capitals = text.toUpperCase()
      return isTransition(capitals) && !isForced ? marked('', capitals) : marked('> ', text)
    }
    case 'centered':
      return marked('> ', text, ' <')
    case 'section':
      return marked(`${'#'.repeat(depth ?? 1)} `, text)
    case 'synopsis':
      return marked('= ', text)
    default:
      return to satisfies never
  }
}

export type LineChange = { type: ElementType; to: ElementChoice; depth?: Element['depth'] }

const marked = (before: string, text: string, after = ''): Marked => ({
  text: before + text + after,
  lead: before.length,
})
