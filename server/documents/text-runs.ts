import type { Span } from '../../screenplay/model.ts'
import { widthOf } from '../../screenplay/layout.ts'
import { type Face, facesFor, type Style } from './fonts.ts'

/** Consecutive characters in one font; without a face, a character that no font covers, as it is written. */
export type Run = { text: string; cells: number; face?: Face | undefined; isRightToLeft: boolean }

// Characters that every font covers, which is the fast path for most lines.
const PLAIN = /^[\x20-\x7e]*$/
const UNPRINTED = /[\p{Control}\p{Format}\u{fe00}-\u{fe0f}\u{e0000}-\u{e0fff}]/gu
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const printed = (text: string) => text.normalize('NFC').replaceAll(UNPRINTED, '')

const styleOf = ({ bold, italic }: Span): Style => {
  if (bold) return italic ? 'boldItalic' : 'bold'
  return italic ? 'italic' : 'normal'
}

const covers = (face: Face, character: string) =>
  Array.from(character).every((letter) => face.has(letter.codePointAt(0) ?? 0))

/** Splits text into runs by font. */
export class Typesetter {
  readonly #faces: ReadonlyMap<Style, readonly Face[]>

  private constructor(faces: ReadonlyMap<Style, readonly Face[]>) {
    this.#faces = faces
  }

  static async for(spans: Iterable<Span>): Promise<Typesetter> {
    const letters = new Map<Style, Set<number>>([['normal', new Set()]])
    for (const span of spans) {
      const style = styleOf(span)
      const known = letters.get(style) ?? new Set()
      letters.set(style, known)
      if (PLAIN.test(span.text)) continue
      for (const letter of printed(span.text)) known.add(letter.codePointAt(0) ?? 0)
    }
    const faces = new Map<Style, readonly Face[]>()
    for (const [style, known] of letters) faces.set(style, await facesFor(style, known))
    return new Typesetter(faces)
  }

  runs(span: Span): Run[] {
    const { text } = span
    const faces = this.#faces.get(styleOf(span)) ?? []
    if (PLAIN.test(text)) {
      return [{ text, cells: text.length, face: faces[0], isRightToLeft: false }]
    }
    const runs: Run[] = []
    for (const { segment } of characters.segment(text)) {
      const cells = widthOf(segment)
      const character = printed(segment)
      const last = runs.at(-1)
      if (character === '') {
        if (last) last.cells += cells
        continue
      }
      // A space stays in the run before it, which keeps right-to-left words in order.
      const face =
        character === ' ' && last?.face ? last.face : faces.find((one) => covers(one, character))
      const isRightToLeft = RIGHT_TO_LEFT.test(character)
      if (face && last?.face === face) {
        last.text += character
        last.cells += cells
        last.isRightToLeft ||= isRightToLeft
      } else runs.push({ text: face ? character : segment, cells, isRightToLeft, face })
    }
    return runs
  }
}
