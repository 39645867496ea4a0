import { array, assert, constantFrom, nat, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { type Screenplay, LiveScreenplay, parse } from '../../../../screenplay/model.ts'
import { markupOf, addedToCue, rowsBefore, rowStarts } from '../../../../screenplay/layout.ts'
import { sampleScripts } from '../../../support/documents/sample-scripts.ts'
import { ROUNDS_TIMEOUT, rounds } from '../../../support/rounds.ts'
import { anyText } from '../generators/any-text.ts'

/** Fewer runs, because the scripts are long. */
const some = { numRuns: Math.ceil(rounds('script-editing') / 10) }

/** Holds its text as an editor does, and counts how much of it is read. */
class EditorText {
  read = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get length(): number {
    return this.#text.length
  }

  sliceString(from: number, to = this.#text.length): string {
    this.read += to - from
    return this.#text.slice(from, to)
  }

  toString(): string {
    return this.sliceString(0)
  }
}

const plain = ({ source, titlePage, elements }: Screenplay): Screenplay => ({
  source,
  titlePage,
  elements,
})

const scripts = sampleScripts.map(([, text]) => text)
const [script = ''] = scripts

/** Long enough that there is text before and after the part that is read. */
const longText = oneof(
  constantFrom(...scripts),
  array(anyText, { minLength: 10, maxLength: 30 }).map((parts) => parts.join('\n\n')),
)

const edit = record({
  at: nat(),
  removed: oneof(nat(3), nat(80)),
  inserted: oneof(
    constantFrom('', 'a', 'A', '\n', '\n\n', ' ^', '/*', '*/', '[[', ']]', '(', '~', '  '),
    anyText,
  ),
})

type Edit = { at: number; removed: number; inserted: string }

/** The text after an edit, and the range that changed. */
function edited(text: string, { at, removed, inserted }: Edit) {
  const from = at % (text.length + 1)
  const endBefore = Math.min(text.length, from + removed)
  const change = { from, endBefore, endNow: from + inserted.length }
  return { text: text.slice(0, from) + inserted + text.slice(endBefore), change }
}

test(
  'after any edits, each screenplay equals the parse of its text, and stays so',
  () => {
    assert(
      property(longText, array(edit, { minLength: 1, maxLength: 12 }), (begun, edits) => {
        let text = begun
        let live = LiveScreenplay.of(new EditorText(text))
        const all = [{ live, text }]
        for (const one of edits) {
          const now = edited(text, one)
          text = now.text
          live = live.edit(new EditorText(text), now.change).screenplay
          expect(live.current).toEqual(parse(text).elements)
          all.push({ live, text })
        }
        for (const one of all) expect(plain(one.live)).toEqual(parse(one.text))
      }),
      some,
    )
  },
  ROUNDS_TIMEOUT,
)

test('what an edit does not call changed is as before, if in another place', () => {
  assert(
    property(longText, edit, (text, one) => {
      const before = parse(text).elements
      const now = edited(text, one)
      const live = LiveScreenplay.of(new EditorText(text))
      const { screenplay, changed } = live.edit(new EditorText(now.text), now.change)
      const { elements } = screenplay
      const shift = now.text.length - text.length
      for (const [index, element] of elements.entries()) {
        const isBehind = index >= changed.to
        if (index >= changed.from && !isBehind) continue
        const old = before[isBehind ? index - elements.length + before.length : index]
        const by = isBehind ? shift : 0
        const { start = 0, contentEnd = 0, end = 0 } = old ?? {}
        const moved = { start: start + by, contentEnd: contentEnd + by, end: end + by }
        expect(element).toEqual({ ...old, ...moved, line: element.line })
      }
    }),
    some,
  )
})

test('elements that were read stay as they are when the text is edited', () => {
  const live = LiveScreenplay.of(new EditorText(script))
  const { elements } = live
  const { text, change } = edited(script, { at: script.length >> 1, removed: 0, inserted: 'ab' })
  live.edit(new EditorText(text), change)
  expect(elements).toEqual(parse(script).elements)
})

test('a key in a long script reads no more of the text than a few paragraphs', () => {
  const long = Array.from({ length: 40 }, () => script).join('\n\n')
  const { elements } = parse(long)
  const at = elements.find(({ type, start }) => type === 'action' && start > long.length / 2)
  let live = LiveScreenplay.of(new EditorText(long))
  let text = long
  for (const letter of 'a boat comes in') {
    const now = edited(text, { at: at?.contentEnd ?? 0, removed: 0, inserted: letter })
    const parts = new EditorText(now.text)
    text = now.text
    live = live.edit(parts, now.change).screenplay
    live.excerpt({ from: elements.length >> 1, to: (elements.length >> 1) + 20 })
    expect(parts.read).toBeLessThan(10_000)
  }
  expect(plain(live)).toEqual(parse(text))
})

test('an excerpt prints like the same elements in the whole script', () => {
  assert(
    property(longText, nat(), nat(20), (text, place, count) => {
      const whole = parse(text)
      const from = place % (whole.elements.length + 1)
      const range = { from, to: Math.min(whole.elements.length, from + count) }
      const { screenplay, at, first } = LiveScreenplay.of(new EditorText(text)).excerpt(range)
      const moved = <Part extends { start: number; end: number }>(part: Part): Part => ({
        ...part,
        start: part.start + at,
        end: part.end + at,
      })
      for (let index = range.from; index < range.to; index += 1) {
        const own = index - first
        expect(rowStarts(screenplay, own).map((start) => start + at)).toEqual(
          rowStarts(whole, index),
        )
        expect(rowsBefore(screenplay, own)).toBe(rowsBefore(whole, index))
        expect(addedToCue(screenplay, own)).toBe(addedToCue(whole, index))
        const { hidden, styles } = markupOf(screenplay, own)
        const expected = markupOf(whole, index)
        expect(hidden.map(moved)).toEqual(expected.hidden)
        expect(styles.map(moved)).toEqual(expected.styles)
      }
    }),
    some,
  )
})
