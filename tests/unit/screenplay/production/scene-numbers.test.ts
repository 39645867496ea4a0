import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { moveScene } from '../../../../screenplay/editing.ts'
import { parse, titleEntries } from '../../../../screenplay/model.ts'
import {
  assignSceneNumbers,
  compareNumbers,
  hasSceneNumbers,
  locksOf,
  lockSceneNumbers,
  readNumber,
  removeSceneNumbers,
  unlockSceneNumbers,
} from '../../../../screenplay/production.ts'
import { applySplices } from '../../../../screenplay/changes.ts'
import { runs } from '../../../support/rounds.ts'
import { anyScript } from '../generators/any-script.ts'
import { anyText } from '../generators/any-text.ts'
import { forAny } from '../../../support/any-input.ts'

const numbered = (text: string) => applySplices(text, assignSceneNumbers(parse(text)))
const locked = (text: string) => applySplices(text, lockSceneNumbers(parse(text)))
const unlocked = (text: string) => applySplices(text, unlockSceneNumbers(parse(text)))
const numbersOf = (text: string) =>
  parse(text)
    .elements.filter(({ type }) => type === 'scene-heading')
    .map(({ sceneNumber }) => sceneNumber)

/** The numbers after numbering scenes that have these; scenes without a number get one. */
const numbersFor = (...numbers: (string | undefined)[]) =>
  numbersOf(
    numbered(numbers.map((number) => `INT. A${number ? ` #${number}#` : ''}\n\n`).join('')),
  ).join(' ')

describe('scene numbers', () => {
  test('are given and removed', () => {
    const source = 'INT. A\n\nHi.\n\n.B  \n\nINT. C [[note]]\n'
    const on = numbered(source)
    expect(on).toBe('INT. A #1#\n\nHi.\n\n.B #2#  \n\nINT. C [[note]] #3#\n')
    expect([hasSceneNumbers(parse(source)), hasSceneNumbers(parse(on))]).toEqual([false, true])
    expect(applySplices(on, removeSceneNumbers(parse(on)))).toBe(source)
  })

  test.each<[string, (string | undefined)[], string]>([
    ['between two', ['12', undefined, undefined, '13'], '12 12A 12B 13'],
    ['behind one with a letter', ['12A', undefined, '13'], '12A 12B 13'],
    ['before one with a letter', ['12', undefined, undefined, '12A'], '12 12AA 12AB 12A'],
    ['between two with letters', ['12A', undefined, '12B'], '12A 12BA 12B'],
    ['before the first', [undefined, undefined, '1', '2'], 'A1 B1 1 2'],
    ['behind the last letter', ['12Z', undefined, '13'], '12Z A13 13'],
    ['at the end', ['45', undefined, undefined], '45 46 47'],
    ['where a scene was moved to', ['20', undefined, '5'], '20 20A 5'],
    ['behind a number of another form', ['I-1-A', undefined, 'I-2'], 'I-1-A I-1-AA I-2'],
    ['but none that exists', ['1', '2', undefined, '3', '2A'], '1 2 2B 3 2A'],
  ])('get letters %s', (_where, numbers, expected) => expect(numbersFor(...numbers)).toBe(expected))

  test('are in the order of a production draft', () => {
    const order = 'A1 BA1 B1 1 12 12AAA 12AA 12AB 12A 12BA 12B 13'.split(' ')
    const shuffled = order.toReversed().flatMap((number) => readNumber(number) ?? [])
    const sorted = shuffled.toSorted(compareNumbers)
    expect(sorted).toEqual(shuffled.toReversed())
  })
})

describe('locked scene numbers', () => {
  test('are a title page entry that is not printed', () => {
    const text = locked('Title: Rain\n\nINT. A\n')
    expect(text).toBe('Title: Rain\nProduction Lock: scene numbers\n\nINT. A #1#\n')
    expect(locksOf(parse(text))).toEqual({ sceneNumbers: true, pages: false })
    expect(titleEntries(parse(text))).toEqual([{ key: 'Title', value: 'Rain' }])
  })

  test(
    'are unlocked byte for byte',
    forAny(
      'script-keys',
      fc.oneof(anyScript, anyText),
      fc.constantFrom('', 'Title: X\n\n'),
      (body, title) => {
        const text = numbered(title + body)
        expect(unlocked(locked(text))).toBe(text)
      },
    ),
  )

  test('never change: scenes are inserted, moved and removed, and each keeps its number', () => {
    const change = fc.record({
      at: fc.nat(),
      to: fc.nat(),
      kind: fc.constantFrom('add', 'move', 'remove'),
    })
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        let text = locked('INT. S0\n\nA.\n\nINT. S1\n\nB.\n\nINT. S2\n\nC.\n\n')
        const known = new Map<string, string>()
        let added = 3
        const check = () => {
          const headings = parse(text).elements.filter(({ type }) => type === 'scene-heading')
          expect(new Set(headings.map(({ sceneNumber }) => sceneNumber)).size).toBe(headings.length)
          for (const { text: name, sceneNumber = '' } of headings) {
            expect(sceneNumber).toBe(known.get(name) ?? sceneNumber)
            known.set(name, sceneNumber)
          }
          return headings
        }
        for (const { at, to, kind } of changes) {
          const headings = check()
          const index = at % Math.max(1, headings.length)
          const start = headings[index]?.start ?? text.length
          const end = headings[index + 1]?.start ?? text.length
          if (kind === 'add') {
            text = `${text.slice(0, start)}INT. S${added}\n\nNew.\n\n${text.slice(start)}`
            added += 1
          } else if (kind === 'remove') text = text.slice(0, start) + text.slice(end)
          else {
            const edit = moveScene(parse(text), index, to % Math.max(1, headings.length))
            text = applySplices(text, edit?.splices ?? [])
          }
          text = numbered(text)
        }
        check()
      }),
      runs('script-keys'),
    )
  })
})
