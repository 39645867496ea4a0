import { type ElementType, hasRows, type Screenplay } from './elements.ts'
import type { ElementDraft, ScreenplayDraft } from './write/draft.ts'
import { elementText } from './write/element-text.ts'

/** A longer line is not read as a key with its value. */
const MAX_KEY_LINE = 500

/** Reassembles the source from its ranges, byte for byte. */
export function write(screenplay: Screenplay): string {
  const parts = [...screenplay.titlePage, ...screenplay.elements]
  const { source } = screenplay
  const lead = source.slice(0, parts[0]?.start ?? source.length)
  return lead + parts.map((part) => source.slice(part.start, part.end)).join('')
}

/** Serializes elements as Fountain, so that parsing it returns the same elements. */
export function fountainOf(draft: ScreenplayDraft): string {
  const title = (draft.titlePage ?? []).map(titleText).join('')
  const filled = draft.elements.filter((each) => each.type === 'page-break' || hasRows(each))
  const first = filled.findIndex(({ blank }) => !blank)
  const elements = first < 0 ? [] : filled.slice(first)
  let text = ''
  let before: ElementType | undefined
  let side: ElementDraft['dual']
  for (const [index, element] of elements.entries()) {
    // What follows a dual dialogue is not part of it.
    const isBeside: boolean = element.type === 'note' || element.dual === side
    const continues: boolean =
      before !== undefined && isBeside && maySpeak(element.type) && !element.apart
    const read = continues || !needsSpeech(element.type) ? element : asAction(element)
    const joins: boolean = continues && !(before === 'lyrics' && read.type === 'lyrics')
    const isFirst = text === '' && title === ''
    const space = read.type === 'action' ? (read.spaceAbove ?? 0) : 0
    if (text !== '') text += joins ? '\n' : `\n\n${'\n'.repeat(space)}`
    const next = elements[index + 1]
    const speaks = maySpeak(next?.type) && (next?.type === 'note' || next?.dual === element.dual)
    text += elementText(read, { isFirst, speaks })
    before = joins || read.type === 'character' ? read.type : undefined
    if (element.type !== 'note') side = element.dual
  }
  return [title, text && `${text}\n`].filter(Boolean).join('\n')
}

/** Whether an element of this type may be part of a speech. */
function maySpeak(type: ElementType | undefined): boolean {
  return type === 'lyrics' || type === 'note' || needsSpeech(type)
}

function needsSpeech(type: ElementType | undefined): boolean {
  return type === 'dialogue' || type === 'parenthetical'
}

function asAction(element: ElementDraft): ElementDraft {
  return { type: 'action', text: element.text }
}

function titleText({ key, values }: { key: string; values: readonly string[] }): string {
  const lines = values
    .flatMap((value) => value.split(/[\r\n]/))
    .map((line) => line.trim())
    .filter(Boolean)
  const name = key.replace(/[:\r\n]+/g, ' ').trim()
  const first = `${name}: ${lines.join('')}`
  if (lines.length <= 1 && first.length < MAX_KEY_LINE) return `${first}\n`
  return `${name}:\n${lines.map((line) => `    ${line}\n`).join('')}`
}
