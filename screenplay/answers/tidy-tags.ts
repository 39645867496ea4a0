import { isCharacter } from '../model/line-reader.ts'
import { isHeadingLine, isName } from './tidy-names.ts'
import { addLine, isBlank, MAX_MARKUP_LENGTH, paragraphs, type Repair } from './tidy-repair.ts'

const rule = /^\s*(?:-{3,}|\*{3,}|_{3,}|[—⸻]+|(?:\*[ \t]+){2,}\*|(?:-[ \t]+){2,}-)\s*$/
const parenthetical = /^\s*(\*{1,2}|_)(\([^()*_]+\))\1\s*$/
const transition = /^[^\p{Ll}]* TO:$/u
const ending = /[.!?,:;…-]$/

const isRule = (line: string): boolean => line.length <= MAX_MARKUP_LENGTH && rule.test(line)

/**
 * A script of at least four lines with a heading but no empty line has lost its empty lines, and so has a paragraph
 * with a heading and a cue.
 */
export function lacksEmptyLines(lines: string[]): boolean {
  const content = lines.slice(0, lines.findLastIndex((line) => !isBlank(line)) + 1)
  if (content.length >= 4 && !content.some(isBlank) && content.some(isHeadingLine)) return true
  return paragraphs(lines).some(({ from, to }) => {
    if (!isHeadingLine(lines[from] ?? '')) return false
    const below = lines.slice(from + 1, to)
    return below.some((line, index) => isName(line) && isCue(line, below[index + 1]))
  })
}

/** Removes lines that are drawn around an answer and between its scenes. */
export const withoutRules: Repair = (lines, changes) => {
  if (!lines.some(isRule) || !lines.some(isHeadingLine)) return lines
  const filled = lines.flatMap((line, index) => (isBlank(line) ? [] : [index]))
  const drawn = new Set(
    filled.filter((index, at) => {
      const isApart = isBlank(lines[index - 1]) && isBlank(lines[index + 1])
      const next = filled[at + 1]
      const isAtEdge = at === 0 || next === undefined || standsAlone(lines[next] ?? '')
      return isApart && isAtEdge && isRule(lines[index] ?? '')
    }),
  )
  const repaired: string[] = []
  let afterRemoval = false
  for (const [index, line] of lines.entries())
    afterRemoval = drawn.has(index) || addLine(repaired, line, afterRemoval)
  if (repaired.length === lines.length) return lines
  changes.add('rules')
  return repaired.slice(repaired.findIndex((line) => !isBlank(line)))
}

/** For damaged text: restores the empty lines Fountain needs and removes horizontal rules. */
export const withEmptyLines: Repair = (lines, changes) => {
  const repaired: string[] = []
  let isChanged = false
  let afterRemoval = false
  for (const [index, line] of lines.entries()) {
    if (isRule(line)) {
      changes.add('rules')
      isChanged = true
      afterRemoval = true
      continue
    }
    const before = repaired.at(-1)
    const isJoined = !isBlank(before) && !isBlank(line)
    const missing = isJoined && (startsElement(line, lines[index + 1]) || standsAlone(before ?? ''))
    if (missing) {
      changes.add('empty-lines')
      isChanged = true
      repaired.push('')
    }
    const plain = line.length > MAX_MARKUP_LENGTH ? undefined : parenthetical.exec(line)?.[2]
    if (plain !== undefined) {
      changes.add('parentheticals')
      isChanged = true
    }
    afterRemoval = addLine(repaired, plain ?? line, afterRemoval)
  }
  return isChanged ? repaired : lines
}

/** Whether a line starts a scene, a transition or a speech. */
function startsElement(line: string, next: string | undefined): boolean {
  if (line.length > MAX_MARKUP_LENGTH) return false
  return standsAlone(line) || isCue(line, next)
}

function standsAlone(line: string): boolean {
  return line.length <= MAX_MARKUP_LENGTH && (isHeadingLine(line) || transition.test(line.trim()))
}

function isCue(line: string, next: string | undefined): boolean {
  const text = line.trim()
  if (text.length > 40 || isBlank(next) || ending.test(text.replace(/\.$/, 'x'))) return false
  if (!/^\p{Lu}[^\p{Ll}"“(]*(?:\([^()]*\)\s*)*\^?$/u.test(text) || !isCharacter(text)) return false
  return !isCharacter((next ?? '').trim()) && !text.endsWith('.')
}

const thoughtStart = /^\s*<(think|thinking|thought|reasoning)>/i
const thoughtEnd = /<\/(?:think|thinking|thought|reasoning)>\s*/i
/** Tags around a script on lines of their own, and those of the answer's protocol. */
const scriptTag = /^\s*<\/?(?:screenplay|fountain)>\s*$/i
const protocolTag = /^\s*<\/?(?:scene|script|text|target)(?:\s[^<>]{0,150})?\/?>\s*$/i

const block =
  /<\/?(?:p|div|h[1-6]|center|section|article|blockquote|pre|ul|ol|li|body|html)(?:\s[^<>]{0,150})?>/gi
const lineBreak = /<br\s{0,5}\/?>/gi
const horizontalRule = /<hr\s{0,5}\/?>/gi
const inline = /<\/?(?:b|strong|i|em|u|span|font|code|small)(?:\s[^<>]{0,150})?>/gi
const anyTag = new RegExp(
  [block, lineBreak, horizontalRule, inline].map((each) => each.source).join('|'),
  'gi',
)
/** Fountain's markers for the emphasis of HTML. */
const emphasis: [RegExp, string][] = [
  [/<(b|strong)>([^<>]*)<\/\1>/gi, '**$2**'],
  [/<(i|em)>([^<>]*)<\/\1>/gi, '*$2*'],
  [/<(u)>([^<>]*)<\/\1>/gi, '_$2_'],
]

const entity = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}));/gi
const characters: Record<string, string> = {
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lt: '<',
  gt: '>',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  eacute: 'é',
}

/** Removes a model's thoughts. */
export const withoutThoughts: Repair = (lines, changes) => {
  const rest = thoughtless(lines)
  if (rest !== lines) changes.add('tags')
  return rest
}

/** Removes what is left of the tags around a script. `keepsTags`: those of the protocol have been read. */
export function withoutScriptTags(keepsTags: boolean): Repair {
  const isTag = (line: string) =>
    line.length <= MAX_MARKUP_LENGTH &&
    (scriptTag.test(line) || (!keepsTags && protocolTag.test(line)))
  return (lines, changes) => {
    if (!lines.some(isTag)) return lines
    changes.add('tags')
    const repaired: string[] = []
    let afterRemoval = false
    for (const line of lines) afterRemoval = isTag(line) || addLine(repaired, line, afterRemoval)
    return repaired
  }
}

/** What precedes the first scene and an end tag without a start tag is a thought too. */
function thoughtless(lines: string[]): string[] {
  const end = lines.findIndex((line) => thoughtEnd.test(line.slice(0, 20 * MAX_MARKUP_LENGTH)))
  if (end === -1) return lines
  const start = lines.findIndex((line) => thoughtStart.test(line))
  const [before = '', behind = ''] = (lines[end] ?? '').split(thoughtEnd, 2)
  const rest = [...(behind === '' ? [] : [behind]), ...lines.slice(end + 1)]
  if (start !== -1 && start <= end) return [...lines.slice(0, start), ...rest]
  if (!lines.slice(0, end).some(isHeadingLine) && rest.some(isHeadingLine)) return rest
  // Elsewhere somebody may say it.
  return isBlank(before + behind) ? lines.toSpliced(end, 1) : lines
}

/** Converts the tags and entities of HTML. A single tag may be what somebody types. */
export const withoutHtml: Repair = (lines, changes) => {
  const parts = lines.map((line) => (line.length > 20 * MAX_MARKUP_LENGTH ? '' : line))
  const count = parts.reduce((sum, line) => sum + (line.match(anyTag)?.length ?? 0), 0)
  const isHtml = count > 1
  const hasEntities = parts.some((line) => unescaped(line) !== line)
  if (!isHtml && !hasEntities) return lines
  changes.add('html')
  const repaired: string[] = []
  for (const [index, line] of lines.entries()) {
    const plain = parts[index] === '' ? line : unescaped(isHtml ? withoutTags(line) : line)
    if (plain === line) repaired.push(line)
    else for (const each of plain.split('\n')) addLine(repaired, each, true)
  }
  return isHtml ? repaired.slice(repaired.findIndex((line) => !isBlank(line))) : repaired
}

function withoutTags(line: string): string {
  let text = line
  for (const [pattern, marks] of emphasis) text = text.replace(pattern, marks)
  return text
    .replaceAll(lineBreak, '\n')
    .replaceAll(horizontalRule, '\n---\n')
    .replaceAll(block, '\n')
    .replaceAll(inline, '')
}

const unescaped = (line: string): string =>
  line.replaceAll(entity, (found, decimal, hex, name, at: number) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : 0
    const character = code > 31 ? codePoint(code) : characters[String(name).toLowerCase()]
    // Decoded, it would be a tag, which is removed.
    const opensTag = character === '<' && /^[\w/!]/.test(line.slice(at + found.length))
    return character === undefined || opensTag ? found : character
  })

const codePoint = (code: number): string | undefined =>
  code > 0x10ffff || (code >= 0xd800 && code < 0xe000) || (code >= 127 && code < 160)
    ? undefined
    : String.fromCodePoint(code)
