import type { ElementType } from '../elements.ts'
import type { Span } from '../emphasis.ts'
import { markedText } from '../marked-text.ts'
import type { ElementDraft } from '../write/draft.ts'
import type { TitleLine } from './title-lines.ts'
import { spansFor, spansText } from './spans.ts'
import type { StyledParagraph } from './styled-paragraph.ts'

/** Style names used by people and programs, normalized to lowercase letters. */
const types = new Map<string, ElementType>([
  ['sceneheading', 'scene-heading'],
  ['slugline', 'scene-heading'],
  ['slug', 'scene-heading'],
  ['scene', 'scene-heading'],
  ['action', 'action'],
  ['description', 'action'],
  ['general', 'action'],
  ['shot', 'action'],
  ['character', 'character'],
  ['charactername', 'character'],
  ['parenthetical', 'parenthetical'],
  ['wryly', 'parenthetical'],
  ['dialogue', 'dialogue'],
  ['dialog', 'dialogue'],
  ['lyrics', 'lyrics'],
  ['lyric', 'lyrics'],
  ['song', 'lyrics'],
  ['transition', 'transition'],
  ['centered', 'centered'],
])

const normalizeName = (style: string) => style.toLowerCase().replaceAll(/[^a-z]/g, '')

/** The element type a style name stands for. */
export const typeOfStyle = (style: string): ElementType | undefined =>
  types.get(normalizeName(style).replace(/^(?:screenplay|script|dual)/, ''))

export const isTitleStyle = (style: string) => normalizeName(style).startsWith('titlepage')

const spoken = new Set<ElementType>(['character', 'parenthetical', 'dialogue', 'lyrics'])

/** Scene number, heading and scene number again, separated by tabs. */
const numbered = /^(\S{1,10})\t([^\t]*)\t\1$/

export function draftOf(
  paragraph: StyledParagraph,
  type: ElementType,
  dual?: 'left' | 'right',
): ElementDraft {
  const [, sceneNumber, heading] = numbered.exec(spansText(paragraph.spans)) ?? []
  const inHeading = type === 'scene-heading' && sceneNumber && heading
  const spans = inHeading ? headingSpans(paragraph.spans) : paragraph.spans
  const text = markedText(spansFor(type, spans))
  return {
    type,
    text: type === 'action' ? text.trimEnd() : text.trim(),
    ...(inHeading && { sceneNumber }),
    ...(dual && spoken.has(type) && { dual }),
  }
}

/** The spans between the first and the last tab. */
function headingSpans(spans: readonly Span[]): Span[] {
  const tabs = spans.map(({ text }, n) => (text.includes('\t') ? n : -1)).filter((n) => n >= 0)
  const [first = 0, last = 0] = [tabs[0], tabs.at(-1)]
  if (first === last) return [{ text: spansText(spans).split('\t')[1] ?? '' }]
  const after = spans[first]!.text.slice(spans[first]!.text.indexOf('\t') + 1)
  const until = spans[last]!.text.slice(0, spans[last]!.text.lastIndexOf('\t'))
  return [
    { ...spans[first]!, text: after },
    ...spans.slice(first + 1, last),
    { ...spans[last]!, text: until },
  ].filter(({ text }) => text !== '')
}

export const titleLine = ({ spans, format, above }: StyledParagraph): TitleLine[] => [
  ...(above > 0 ? [{ text: '', isCentered: false }] : []),
  { text: markedText(spans), isCentered: format.alignment === 'center' },
]
