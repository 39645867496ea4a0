import { plainText } from './emphasis.ts'
import { parse } from './parse.ts'
import {
  EMPTY_ROW,
  isForcedSceneHeading,
  readPageBreak,
  isSceneHeading,
  isTransition,
  splitSceneNumber,
  withoutCaret,
} from './line-reader.ts'
import {
  type ElementType,
  hasRows,
  type Screenplay,
  type Element,
  type TitleEntry,
} from './elements.ts'

/** Precedes an element in a trial parse, so that it is not taken for a title page. */
const precedingElement = '.X\n\n'
const forcingMark = /^[!@~>]/

/** `isFirst`: the element starts the text. `speaks`: dialogue follows the cue. */
type Context = { isFirst: boolean; speaks: boolean }

/** Serializes an element, forced only if it would otherwise parse as something else. */
export function elementText(draft: ElementDraft, { isFirst, speaks }: Context): string {
  const text = escapeOpeners(draft.text).replace(/\r\n?/g, '\n')
  switch (draft.type) {
    case 'scene-heading':
      return headingText(oneLine(text), draft.sceneNumber)
    case 'action':
      return draft.blank ? EMPTY_ROW : actionText(text, isFirst)
    case 'character':
      return characterText(withoutCaret(oneLine(text)), draft.dual, { isFirst, speaks })
    case 'parenthetical':
      return parentheticalText(oneLine(text))
    case 'dialogue':
      return eachLine(text.trim(), (line) => dialogueLine(line.trim()))
    case 'lyrics':
      return eachLine(text.trim(), (line) => `~${line.trim()}`)
    case 'centered':
      return eachLine(text.trim(), (line) => `> ${line.trim()} <`)
    case 'transition': {
      const line = oneLine(text)
      return isTransition(line) && parsesAs(line, 'transition', isFirst) ? line : `> ${line}`
    }
    case 'page-break':
      return draft.pageNumber ? `=== ${draft.pageNumber}` : '==='
    case 'section':
      return `${'#'.repeat(draft.depth ?? 1)} ${oneLine(text)}`
    case 'synopsis':
      return `= ${oneLine(text)}`
    case 'note':
      return `[[${eachLine(draft.text.replaceAll(']]', '] ]'), (line) => line.trim() || '  ')}]]`
    case 'boneyard':
      return `/*\n${draft.text.replaceAll('*/', '* /')}\n*/`
    default:
      return draft.type satisfies never
  }
}

function headingText(text: string, sceneNumber: string | undefined): string {
  const number = sceneNumber?.replace(/[^\p{L}\p{N}.-]/gu, '')
  const numbered = splitSceneNumber(text).sceneNumber !== undefined
  const bare = numbered ? text.replace(/#$/, String.raw`\#`) : text
  const ending = number ? ` #${number}#` : ''
  if (isSceneHeading(bare)) return bare + ending
  // Fountain cannot force a heading that does not start with a letter or digit.
  return isForcedSceneHeading(`.${bare}`) ? `.${bare}${ending}` : actionText(text, false)
}

function actionText(text: string, isFirst: boolean): string {
  const lines = text.trimEnd().replace(/^\s*\n/, '')
  // Other programs read any first line with a colon as a title page.
  const isKey = isFirst && /^[\p{L}\p{N}][^:\n]*:[^\n]*$/u.test(lines)
  if (!isKey && parsesAs(lines, 'action', isFirst)) return lines
  return eachLine(lines, (line) => `!${line}`)
}

function characterText(
  name: string,
  dual: ElementDraft['dual'],
  { isFirst, speaks }: Context,
): string {
  const isTitleKey = isFirst && name.includes(':')
  const natural =
    speaks && !isTitleKey && parsesAs(`${name}\nx`, 'character', isFirst) ? name : `@${name}`
  return dual === 'right' ? `${natural} ^` : natural
}

/** Adds missing parentheses; "(low) Hello" has both, and is written as dialogue. */
function parentheticalText(line: string): string {
  const [opens, closes] = [line.startsWith('('), line.endsWith(')')]
  if (opens && !closes && line.includes(')')) return dialogueLine(line)
  return `${opens ? '' : '('}${line}${closes ? '' : ')'}`
}

/**
 * Two spaces keep an empty line inside a speech. A line wholly in parentheses gets a backslash: Fountain has no
 * other way to say that it is no parenthetical.
 */
function dialogueLine(line: string): string {
  if (line === '') return EMPTY_ROW
  const isParenthesized = line.startsWith('(') && line.endsWith(')')
  const misread = forcingMark.test(line) || isParenthesized || readPageBreak(line) !== undefined
  return misread ? `\\${line}` : line
}

function parsesAs(text: string, type: ElementDraft['type'], isFirst: boolean): boolean {
  const parsed = parse(isFirst ? text : precedingElement + text)
  const [first, ...more] = isFirst ? parsed.elements : parsed.elements.slice(1)
  const rest = type === 'character' ? more.slice(1) : more
  if (first?.type !== type || rest.length > 0 || parsed.titlePage.length > 0) return false
  return type !== 'action' || plainText(first.text) === plainText(text.replaceAll('\t', '    '))
}

function eachLine(text: string, change: (line: string) => string): string {
  return text.split('\n').map(change).join('\n')
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ')
}

/** Escapes note and boneyard openers in plain text. */
function escapeOpeners(text: string): string {
  return text.replace(/\\.|\[\[|\/\*/gs, (found) => (found.startsWith('\\') ? found : `\\${found}`))
}

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

/** An element without a source range. */
export type ElementDraft = Pick<
  Element,
  | 'type'
  | 'text'
  | 'sceneNumber'
  | 'pageNumber'
  | 'depth'
  | 'dual'
  | 'apart'
  | 'blank'
  | 'spaceAbove'
>

export type ScreenplayDraft = {
  titlePage?: readonly Pick<TitleEntry, 'key' | 'values'>[]
  elements: readonly ElementDraft[]
}
