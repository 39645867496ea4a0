import { array, assert, constantFrom, property, record, nat, string } from 'fast-check'
import { expect, test } from 'vitest'
import type { VersionOrigin } from '../../../../contract/authorship.ts'
import {
  type AuthorshipHistory,
  historyFrom,
  spansOf,
  storedHistory,
} from '../../../../screenplay/authorship.ts'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'
import { TrackedWriting } from './tracked-writing.ts'
import { add, historyOf, spansAfter } from './written-history.ts'
import { forAny } from '../../../support/any-input.ts'

const anyChoice = record({ kind: nat(99), place: nat(99), size: nat(99), other: nat(99) })

test(
  'the spans of any history are those of words that were tracked one by one',
  forAny('authorship', array(anyChoice, { minLength: 1, maxLength: 30 }), (choices) => {
    const writing = new TrackedWriting()
    for (const choice of choices) writing.do(choice)
    expect(spansAfter(writing.events)).toEqual(writing.expected())
  }),
)

const anyVersion = record({
  origin: constantFrom<VersionOrigin>('typed', 'pasted', 'import', 'answer', 'restore', 'merge'),
  text: array(constantFrom('the ', 'a ', 'Mara ', "don't ", 'waits.\n', '\n', '彼', '🙂 ', '- '), {
    maxLength: 40,
  }).map((parts) => parts.join('')),
})
const anyAnswer = record({ jobId: constantFrom('j', 'k'), answer: string() })

test(
  'spans cover any text exactly',
  forAny('authorship', array(anyVersion, { minLength: 1, maxLength: 12 }), (events) => {
    const spans = spansAfter(events)
    const last = events.at(-1)
    let at = 0
    for (const { start, end } of spans) {
      expect(start).toBe(at)
      expect(end).toBeGreaterThan(start)
      at = end
    }
    expect(at).toBe(last && 'text' in last ? last.text.length : 0)
  }),
)

const hexOf = (history: AuthorshipHistory) => Buffer.from(storedHistory(history)).toString('hex')

test('a history that was stored in between goes on as if it had not been', {
  timeout: ROUNDS_TIMEOUT,
}, () => {
  const anyEvent = array(anyVersion, { minLength: 1, maxLength: 6 })
  assert(
    property(anyEvent, array(anyAnswer, { maxLength: 2 }), anyEvent, (before, answers, after) => {
      const whole = historyOf([...before, ...answers, ...after])
      const stored = historyFrom(storedHistory(historyOf([...before, ...answers])))
      for (const event of after) add(stored, event)
      expect(hexOf(stored)).toBe(hexOf(whole))
      const last = after.at(-1)
      const text = last && 'text' in last ? last.text : ''
      expect(spansOf(stored, text, 99)).toEqual(spansOf(whole, text, 99))
    }),
    runs('authorship'),
  )
})
