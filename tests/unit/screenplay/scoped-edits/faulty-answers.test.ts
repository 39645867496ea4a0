import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyAnswer } from '../../../../screenplay/answers.ts'
import { runs } from '../../../support/rounds.ts'
import { anyText } from '../generators/any-text.ts'
import { anyAlternatives, anyAnswer, anyFaulty, anyUntagged } from './any-answer.ts'
import { expectUntouched } from './untouched.ts'
import { forAny } from '../../../support/any-input.ts'

type Range = { start: number; end: number }

/** Where a target is, and how many alternatives are asked for. */
const anyPlace = fc.record({
  from: fc.nat(),
  to: fc.nat(),
  wanted: fc.oneof(fc.constant({}), fc.record({ alternatives: fc.integer({ min: 2, max: 5 }) })),
})

const complete = { request: 'Make it darker', target: null, finish: 'complete' } as const

test(
  'an answer in order changes what it names, byte for byte nothing else',
  forAny('scoped-edits', anyAnswer, ({ script, answer, named, followed }) => {
    const outcome = applyAnswer({ ...complete, script, answer })
    expect(outcome).not.toHaveProperty('fault')
    expectUntouched(outcome, { script, named, followed })
  }),
)

test(
  'an answer that ends anywhere changes what it has named by then, or nothing',
  forAny('scoped-edits', anyAnswer, fc.nat(), ({ script, answer, ...names }, at) => {
    const cut = answer.slice(0, at % (answer.length + 1))
    expectUntouched(applyAnswer({ ...complete, script, answer: cut }), { script, ...names })
    const outcome = applyAnswer({ ...complete, script, answer: cut, finish: 'cut_off' })
    expect(outcome.kind).not.toBe('changed')
  }),
)

test(
  'scenes without tags change those with their headings, and nothing else',
  forAny('scoped-edits', anyUntagged, ({ script, answer, ...names }) => {
    const outcome = applyAnswer({ ...complete, script, answer })
    expectUntouched(outcome, { script, ...names })
    expect(outcome.shown.trim()).not.toBe('')
  }),
)

/** Nothing outside of a range is different. */
function expectWithin(text: string, script: string, { start, end }: Range): void {
  const rest = script.slice(end)
  expect(text.slice(0, start)).toBe(script.slice(0, start))
  expect(text.slice(text.length - rest.length)).toBe(rest)
  expect(text.length).toBeGreaterThanOrEqual(start + rest.length)
}

test(
  'alternatives change the same scene, each of them and nothing else',
  forAny('scoped-edits', anyAlternatives, ({ script, answer, texts, target }) => {
    const outcome = applyAnswer({ ...complete, script, answer, alternatives: texts.length })
    if (outcome.kind !== 'changed') throw new Error(`The answer is ${outcome.kind}.`)
    const made = [outcome.text, ...outcome.alternatives]
    for (const text of made) expectWithin(text, script, target)
    expect(new Set(made).size).toBe(new Set(texts).size)
  }),
)

test('with a target, nothing outside of it changes, whatever the answer says', () => {
  const anything = fc.oneof(
    anyAnswer.map(({ answer }) => answer),
    anyUntagged.map(({ answer }) => answer),
    anyFaulty,
    anyText.map((text) => `<text>${text}</text>`),
    fc.array(anyText).map((all) => all.map((text) => `<text>${text}</text>`).join('\n')),
    anyAlternatives.map(({ answer }) => answer),
    anyText.map((text) => `<script>INT. A\n\n${text}</script>`),
    anyText,
  )
  fc.assert(
    fc.property(anyAnswer, anything, anyPlace, ({ script }, answer, { from, to, wanted }) => {
      const [one, other] = [from % (script.length + 1), to % (script.length + 1)]
      const target = { start: Math.min(one, other), end: Math.max(one, other) }
      const outcome = applyAnswer({ ...complete, script, answer, target, ...wanted })
      if (outcome.kind !== 'changed') return
      const made = [outcome.text, ...outcome.alternatives]
      expect(made.length).toBeLessThanOrEqual(5)
      for (const text of made) expectWithin(text, script, target)
    }),
    runs('scoped-edits'),
  )
})

test(
  'any answer to any script is read',
  forAny('scoped-edits', anyText, anyText, anyText, (script, answer, request) => {
    const outcome = applyAnswer({ ...complete, script, answer, request })
    expect(['changed', 'unchanged', 'faulty']).toContain(outcome.kind)
    expect(outcome.shown.trim() === '').toBe(answer.trim() === '')
  }),
)
