import { plainText } from '../emphasis.ts'
import { parse } from '../parse.ts'
import {
  EMPTY_ROW,
  isForcedSceneHeading,
  readPageBreak,
  isSceneHeading,
  isTransition,
  splitSceneNumber,
  withoutCaret,
} from '../parse/line-kinds.ts'
import type { ElementDraft } from './draft.ts'

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
