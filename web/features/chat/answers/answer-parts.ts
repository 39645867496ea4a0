import type { AnswerChanges } from '../../../../contract/generation.ts'
import { AnswerReader, type EditPlace } from '../../../../screenplay/answers.ts'
import type { Message } from '../api/messages.ts'
import { createContext } from 'react'

type AnswerEdit = AnswerChanges['edits'][number]

/** A part of an answer, as the chat shows it. */
export type ShownPart =
  | { kind: 'prose'; text: string }
  /** A whole script. */
  | { kind: 'script'; text: string }
  | { kind: 'edit'; edit: ShownEdit }

export type ShownEdit = Pick<AnswerEdit, 'kind' | 'id' | 'heading'> & {
  text: string
  /** Undefined while it is being written. */
  isApplied: boolean | undefined
}

const kinds = {
  replace: 'replaced',
  insert: 'inserted',
  delete: 'deleted',
  text: 'text',
} as const satisfies Record<Exclude<EditPlace['kind'], 'script'>, ShownEdit['kind']>

const firstLine = (text: string) => text.trimStart().split(/\r?\n/, 1)[0] ?? ''

function openedPart(place: EditPlace): ShownPart {
  if (place.kind === 'script') return { kind: 'script', text: '' }
  const id = place.kind === 'insert' ? place.after : place.kind === 'text' ? null : place.id
  const edit = { kind: kinds[place.kind], id, heading: '', text: '', isApplied: undefined }
  return { kind: 'edit', edit }
}

const HEADING = /^\s*(?:\.(?!\.)|(?:int|ext|est|i\/e)\b|fade in|title:)/i
const LOWER = /\p{Ll}/u

/** Whether text without tags is a script, judged by its first line: titles, headings and names have capitals. */
const looksLikeScript = (text: string) => HEADING.test(text) || !LOWER.test(firstLine(text))

/** Reads an answer while it grows. */
export class StreamingAnswer {
  #reader = new AnswerReader()
  #read = ''
  #parts: ShownPart[] = []

  /** The parts of `text`, which continues the text of the last call unless a new attempt restarted it. */
  read(text: string): readonly ShownPart[] {
    if (text === this.#read) return this.#parts
    if (!text.startsWith(this.#read)) {
      this.#reader = new AnswerReader()
      this.#parts = []
      this.#read = ''
    }
    const parts = [...this.#parts]
    for (const part of this.#reader.add(text.slice(this.#read.length))) {
      const last = parts.at(-1)
      if (part.type === 'open') parts.push(openedPart(part.place))
      else if (part.type === 'prose') {
        if (last?.kind === 'prose')
          parts[parts.length - 1] = { ...last, text: last.text + part.text }
        else if (part.text.trim() !== '') parts.push({ kind: 'prose', text: part.text.trimStart() })
      } else if (part.type === 'text' && last) parts[parts.length - 1] = grown(last, part.text)
    }
    this.#read = text
    this.#parts = parts
    return parts
  }
}

function grown(part: ShownPart, more: string): ShownPart {
  if (part.kind !== 'edit') return { ...part, text: part.text + more }
  const text = part.edit.text + more
  const heading = part.edit.kind === 'text' ? '' : firstLine(text)
  return { kind: 'edit', edit: { ...part.edit, text, heading } }
}

/** What to show while the answer grows: text without any tag is a script if it looks like one. */
export function shownWhileStreaming(parts: readonly ShownPart[]): readonly ShownPart[] {
  const [only, ...others] = parts
  return only?.kind === 'prose' && others.length === 0 && looksLikeScript(only.text)
    ? [{ kind: 'script', text: only.text }]
    : parts
}

const proseReasons = new Set<string | null>(['question', 'conversation', 'refusal'])

/** Whether an answer that changes nothing speaks to the writer. One that was stopped is shown as while it grew. */
export const isProse = (message: Pick<Message, 'changes' | 'withheld' | 'content'>): boolean => {
  const { changes, withheld, content } = message
  return (
    !changes &&
    (proseReasons.has(withheld) || (withheld === 'stopped' && !looksLikeScript(content)))
  )
}

/** The script in an answer that also contains prose. */
function scriptBeside(prose: string, content: string): string {
  const shown = content.trim()
  for (let at = 0; at <= prose.length; at += 1) {
    // The prose may surround the script, which was cut out at its start, its end or a line break.
    if (at < prose.length && prose[at] !== '\n' && at > 0) continue
    const [before, behind] = [prose.slice(0, at).trim(), prose.slice(at).trim()]
    if (shown.startsWith(before) && shown.slice(before.length).endsWith(behind))
      return shown.slice(before.length, shown.length - behind.length).trim()
  }
  return content
}

/** The script, if the answer is a whole script; null if it only changes parts, or nothing. */
export function wholeScript({ changes, content, withheld }: Message): string | null {
  if (!changes) return withheld === 'question' ? null : content
  if (!changes.edits.some(({ kind }) => kind === 'script')) return null
  return changes.prose.trim() === '' ? content : scriptBeside(changes.prose, content)
}

/** The parts of a stored answer. */
export function storedParts(message: Message): ShownPart[] {
  const { changes, content } = message
  if (!changes) {
    if (content.trim() === '') return []
    return [{ kind: isProse(message) ? 'prose' : 'script', text: content }]
  }
  const prose = changes.prose.trim()
  const parts: ShownPart[] = prose === '' ? [] : [{ kind: 'prose', text: prose }]
  for (const { kind, id, heading, applied, text } of changes.edits)
    parts.push(
      kind === 'script'
        ? { kind, text: wholeScript(message) ?? '' }
        : { kind: 'edit', edit: { kind, id, heading, text: text ?? '', isApplied: applied } },
    )
  return parts
}

/** Why an answer to a scoped or scene-by-scene request could not be placed: never a whole script. */
const misplaced = new Set<string | null>([
  'unknown_scene',
  'duplicate_scene',
  'lost_heading',
  'outside_target',
  'missing_text',
  'bad_tag',
])

/** Whether an answer can become the script as a whole. */
export const isUsable = (message: Message): boolean =>
  message.withheld !== 'empty' && !misplaced.has(message.withheld) && wholeScript(message) !== null

/** All screenplay text in an answer, for inserting it elsewhere. What it says to the writer is none. */
export function screenplayText(message: Message): string {
  if (isProse(message)) return ''
  const whole = wholeScript(message)
  const texts = whole === null ? (message.changes?.edits ?? []) : [{ text: whole }]
  return texts
    .map(({ text }) => text ?? '')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Actions on the script page that an answer offers. */
type PageActions = {
  /** Inserts a text at the cursor. */
  insert: (text: string) => void
  /** Shows where a change is. */
  show: (edit: ShownEdit) => void
}

export const OnPage = createContext<PageActions | undefined>(undefined)

/** Whether a line may still change its type: it has only capitals so far, or is an unclosed parenthetical. */
const mayChange = (line: string) =>
  line !== '' && (line.startsWith('(') ? !line.includes(')') : !LOWER.test(line))

/**
 * How much of a growing script keeps its layout. Whether the last line is a character or action depends on
 * the next line; shown earlier, it would jump.
 */
export function settledLength(text: string): number {
  for (let end = text.length; ; ) {
    // The type of a finished line may depend on the next one, so a last line break is skipped.
    const to = text[end - 1] === '\n' ? end - 1 : end
    const from = text.lastIndexOf('\n', to - 1) + 1
    if (to <= 0 || !mayChange(text.slice(from, to))) return end
    // Drop this line and check the one before it.
    end = from
  }
}
