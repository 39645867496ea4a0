import type { Element } from '../model/elements.ts'
import { plainText, type Span } from '../model/emphasis.ts'
import { firstIndex } from '../model/first-index.ts'
import type { PageSetup } from './page-formats.ts'

type Cue = Pick<Element, 'type' | 'text' | 'dual'>

const EXTENSION = /\([^()]*\)/g
const CONTINUED = /^\(\s*cont(?:['’]?d|inued|inuing)?\.?\s*\)$/i
const MARKUP = /[*_\\(]/

type Name = { name: string; extensions: string[] }

/** A cue's name in capitals, and its extensions. */
function cueName(text: string): Name {
  if (!MARKUP.test(text)) return { name: text.trim().toUpperCase(), extensions: [] }
  const plain = plainText(text).toUpperCase()
  const name = plain.replaceAll(EXTENSION, ' ').replaceAll(/\s+/g, ' ').trim()
  return { name, extensions: plain.match(EXTENSION) ?? [] }
}

const isContinuedText = (extension: string, { continuedText }: Texts) =>
  CONTINUED.test(extension) || extension.toUpperCase() === continuedText.toUpperCase()

type Texts = Pick<PageSetup, 'continuedText'>

/** Whether a cue's text already says that it continues. */
export const saysContinued = (text: string, texts: Texts): boolean =>
  text.includes('(') &&
  cueName(text).extensions.some((extension) => isContinuedText(extension, texts))

/** A voice-over is never continued and never continues a speech. */
function isVoiceOver({ extensions }: Name, texts: Texts): boolean {
  const others = extensions.filter((extension) => !isContinuedText(extension, texts))
  return others.length === 1 && others[0] === '(V.O.)'
}

const speakerOf = (name: Name, texts: Texts) => (isVoiceOver(name, texts) ? [] : [name.name])

/** Who spoke last in the scene before an element: two characters after a dual dialogue. */
export function lastSpeakers(elements: readonly Cue[], index: number, texts: Texts): string[] {
  for (let at = index - 1; at >= 0; at -= 1) {
    const { type, dual, text = '' } = elements[at] ?? {}
    if (type === 'scene-heading') return []
    if (type !== 'character') continue
    const speakers = speakerOf(cueName(text), texts)
    if (dual !== 'right') return speakers
    const left = elements[leftCue(elements, at)]
    return left ? [...speakerOf(cueName(left.text), texts), ...speakers] : speakers
  }
  return []
}

/** The index of the left cue of a dual dialogue, given the right one; -1 if there is none. */
function leftCue(elements: readonly Cue[], right: number): number {
  let at = right - 1
  while (at >= 0 && !(elements[at]?.type === 'character' && elements[at]?.dual === 'left')) at -= 1
  return at
}

/** Whether the character of a cue was the last to speak in the scene. */
export function continuesSpeaking(elements: readonly Cue[], index: number, texts: Texts): boolean {
  const cue = elements[index]
  if (cue?.type !== 'character') return false
  // Both sides of a dual dialogue begin at the same time, so search above the left one.
  const start = cue.dual === 'right' ? leftCue(elements, index) : index
  const speakers = lastSpeakers(elements, start < 0 ? index : start, texts)
  if (speakers.length === 0) return false
  const name = cueName(cue.text)
  return speakers.includes(name.name) && !isVoiceOver(name, texts)
}

/** The (CONT'D) that the layout adds to a cue, with a leading space; empty if none. */
export function addedContinued(elements: readonly Cue[], index: number, setup: PageSetup): string {
  if (!setup.automaticContinueds || !continuesSpeaking(elements, index, setup)) return ''
  return saysContinued(elements[index]?.text ?? '', setup) ? '' : ` ${setup.continuedText}`
}

const LAST_EXTENSION = /\s*\([^()]*\)\s*$/

/** The elements without each typed (CONT'D) that the layout adds by itself. */
export function withoutAutomaticContinueds<Draft extends Cue>(
  elements: readonly Draft[],
  setup: PageSetup,
): Draft[] {
  if (!setup.automaticContinueds) return [...elements]
  return elements.map((element, index) => {
    if (element.type !== 'character') return element
    const last = LAST_EXTENSION.exec(element.text)?.[0] ?? ''
    const isTyped = last !== '' && isContinuedText(plainText(last).trim(), setup)
    if (!isTyped || !continuesSpeaking(elements, index, setup)) return element
    return { ...element, text: element.text.slice(0, -last.length) }
  })
}

/** A text and its spans. */
export class StyledText {
  readonly text: string
  readonly spans: readonly Span[]
  /** The offset of each span in the text. */
  readonly #starts: number[] = []

  constructor(spans: readonly Span[]) {
    this.spans = spans
    let end = 0
    for (const span of spans) {
      this.#starts.push(end)
      end += span.text.length
    }
    this.text = spans.map((span) => span.text).join('')
  }

  /** The index of the span that contains an offset. */
  #spanAt(offset: number): number {
    const next = firstIndex(this.#starts.length, (index) => this.#starts[index]! > offset)
    return Math.max(next - 1, 0)
  }

  /** The spans of a range. */
  slice(start: number, end: number): Span[] {
    const [only] = this.spans
    if (only && this.spans.length === 1) return [{ ...only, text: only.text.slice(start, end) }]
    const cut: Span[] = []
    for (let index = this.#spanAt(start); index < this.spans.length; index += 1) {
      const span = this.spans[index]
      const at = this.#starts[index] ?? 0
      if (!span || at >= end) break
      const text = span.text.slice(Math.max(0, start - at), end - at)
      if (text !== '') cut.push({ ...span, text })
    }
    return cut
  }
}
