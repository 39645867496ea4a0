import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type PendingType,
  pressEnter,
  pressShiftTab,
  pressTab,
  typeParenthesis,
} from '../../../../screenplay/editing.ts'
import { parse } from '../../../../screenplay/model.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { forAny } from '../../../support/any-input.ts'

const keys = { pressEnter, pressTab, pressShiftTab, typeParenthesis }
const pendingTypes: (PendingType | undefined)[] = [
  undefined,
  'action',
  'scene-heading',
  'character',
  'dialogue',
  'transition',
]

const stroke = fc.record({
  key: fc.constantFrom(...Object.values(keys)),
  pending: fc.constantFrom(...pendingTypes),
  anchor: fc.nat(),
  length: fc.nat(8),
})

/** Everything but white space and the marks that keys add and remove. */
const letters = (text: string): string => text.replace(/[\s!@~<>().*_\\]/g, '').toUpperCase()

test(
  'no key loses a letter of any text',
  forAny(
    'script-keys',
    fc.oneof(anyText, anyScript),
    stroke,
    (source, { key, pending, anchor }) => {
      const at = anchor % (source.length + 1)
      const edit = key(parse(source), { anchor: at, head: at }, pending)
      if (!edit) return
      const text = applySplices(source, edit.splices)
      expect(letters(text)).toBe(letters(source))
      expect(edit.head).toBeGreaterThanOrEqual(0)
      expect(edit.head).toBeLessThanOrEqual(text.length)
    },
  ),
)

test(
  'a key deletes the selected letters and no other',
  forAny('script-keys', anyText, stroke, (source, { key, pending, anchor, length }) => {
    const start = anchor % (source.length + 1)
    const end = Math.min(start + length, source.length)
    const edit = key(parse(source), { anchor: end, head: start }, pending)
    if (!edit) return
    const kept = source.slice(0, start) + source.slice(end)
    expect(letters(applySplices(source, edit.splices))).toBe(letters(kept))
  }),
)

test(
  'Enter on an empty paragraph adds nothing',
  forAny('script-keys', anyScript, fc.nat(), (source, seed) => {
    let text = source
    let head = seed % (source.length + 1)
    for (let press = 0; press < 3; press += 1) {
      const edit = pressEnter(parse(text), { anchor: head, head })
      text = applySplices(text, edit?.splices ?? [])
      head = edit?.head ?? head
    }
    const isEmptyParagraph =
      /(?:^|\n)\n$/.test(text.slice(0, head)) && /^\n?(?:\n|$)/.test(text.slice(head))
    fc.pre(isEmptyParagraph)
    expect(pressEnter(parse(text), { anchor: head, head })?.splices).toEqual([])
  }),
)
