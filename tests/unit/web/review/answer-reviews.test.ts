import { beforeEach, expect, test, vi } from 'vitest'
import { docOf } from '../../../../web/features/document/text/changes.ts'
import { RequestError } from '../../../../web/lib/backend/request-error.ts'
import { AnswerReviews } from '../../../../web/features/review/answer-reviews.ts'
import type { Decision, ReviewRow } from '../../../../web/features/review/decision-queue.ts'

const BEFORE = 'one\n\nINT. A\n\ntwo\n\nINT. B\n\nthree\n'
const AFTER = 'ONE\n\nINT. A\n\nTWO\n\nINT. B\n\nTHREE\n'

const ROW: ReviewRow = {
  id: 'review',
  jobId: 'job',
  beforeVersion: 'before',
  answerVersion: 'after',
  beforeHash: null,
  answerHash: 'hash of the answer',
  alternatives: [],
  kept: [],
  isEnded: false,
  updatedAt: '2026-11-16T10:00:00Z',
}

/** A text and a server in memory. */
async function createFixture(rows = [ROW], first = AFTER) {
  let doc = docOf(first)
  const listeners = new Set<() => void>()
  const type = (typed: string) => {
    doc = docOf(typed)
    for (const listener of listeners) listener()
  }
  const sent: Decision[] = []
  const origins: string[] = []
  const read: unknown[] = []
  const failures: Error[] = []
  const reviews = new AnswerReviews(
    {
      get doc() {
        return doc
      },
      change: (changes, origin) => {
        origins.push(origin)
        type(changes.apply(doc).toString())
        return []
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    (decision) => {
      const failure = failures.shift()
      if (failure) return Promise.reject(failure)
      sent.push(decision)
      const kept = sent.flatMap(({ keep }) => keep)
      const isEnded = sent.findLast(({ ended }) => ended !== null)?.ended ?? false
      return Promise.resolve({
        ...ROW,
        kept,
        isEnded,
        updatedAt: `2026-11-16T10:00:0${sent.length}Z`,
      })
    },
    (id, hash) => {
      read.push([id, hash])
      const failure = failures.shift()
      return failure ? Promise.reject(failure) : Promise.resolve(id === 'before' ? BEFORE : AFTER)
    },
  )
  reviews.start()
  reviews.setRows(rows)
  await vi.advanceTimersByTimeAsync(0)
  const pending = () =>
    reviews.shown().answers.flatMap((answer) => answer.pending.map(({ number }) => number))
  return { reviews, sent, origins, read, failures, pending, type, text: () => doc.toString() }
}

const keep = (...numbers: number[]): Decision => ({
  id: 'review',
  keep: numbers,
  unkeep: [],
  ended: null,
})

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', new EventTarget())
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

test('a decision takes effect at once and is stored', async () => {
  const { reviews, pending, sent } = await createFixture()
  expect(pending()).toEqual([1, 2, 3])
  reviews.decide(keep(2))
  expect(pending()).toEqual([1, 3])
  await vi.runAllTimersAsync()
  expect(sent).toEqual([keep(2)])
  expect(pending()).toEqual([1, 3])
})

test('decisions made without a connection are sent in order when it is back', async () => {
  const { reviews, pending, sent, failures } = await createFixture()
  failures.push(new RequestError('', '', true), new RequestError('', '', false, 429))
  reviews.decide(keep(1))
  reviews.decide(keep(3))
  await vi.advanceTimersByTimeAsync(100)
  expect([pending(), sent]).toEqual([[2], []])
  await vi.runAllTimersAsync()
  expect([pending(), sent]).toEqual([[2], [keep(1), keep(3)]])
})

test('a decision that the server refuses is taken back', async () => {
  const { reviews, pending, failures } = await createFixture()
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  failures.push(new RequestError('', 'review_not_found', false, 404))
  reviews.decide(keep(1))
  await vi.runAllTimersAsync()
  expect(pending()).toEqual([1, 2, 3])
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
})

test('what another device decided is shown, unless it was read before the own decision', async () => {
  const { reviews, pending } = await createFixture()
  reviews.decide(keep(1))
  await vi.runAllTimersAsync()
  reviews.setRows([ROW])
  expect(pending()).toEqual([2, 3])
  reviews.setRows([{ ...ROW, kept: [1, 2], updatedAt: '2026-11-16T10:01:00Z' }])
  expect(pending()).toEqual([3])
})

test('without a page, everything is kept or undone in the text itself', async () => {
  const undone = await createFixture()
  undone.reviews.undoAll('review')
  expect([undone.text(), undone.pending()]).toEqual([BEFORE, []])
  expect(undone.origins).toEqual(['restore'])
  await vi.runAllTimersAsync()
  expect(undone.sent).toEqual([{ id: 'review', keep: [], unkeep: [], ended: true }])
  const kept = await createFixture()
  kept.reviews.keepAll('review')
  expect([kept.text(), kept.pending()]).toEqual([AFTER, []])
})

test('typing is looked at after a pause, or when somebody asks', async () => {
  const { reviews, pending, type } = await createFixture()
  type(AFTER.replace('TWO', 'two and a half'))
  expect(pending()).toEqual([1, 2, 3])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(pending()).toEqual([1, 3])
  type(AFTER.replace('ONE', 'none'))
  expect(reviews.now().answers[0]?.pending.map(({ number }) => number)).toEqual([2, 3])
})

test('an ended review shows nothing', async () => {
  const { pending, read } = await createFixture([{ ...ROW, isEnded: true }])
  expect([pending(), read]).toEqual([[], []])
})

test('a text that an answer made is compared at once, not after a pause', async () => {
  const { pending, type, read } = await createFixture([ROW], BEFORE)
  expect(pending()).toEqual([])
  type(AFTER)
  expect(pending()).toEqual([1, 2, 3])
  expect(read).toEqual([
    ['before', null],
    ['after', 'hash of the answer'],
  ])
})

test('what is undone and redone within the pause is shown again', async () => {
  const { reviews, pending, type } = await createFixture()
  const shown: number[][] = []
  reviews.subscribe(() => shown.push(pending()))
  // The page no longer shows changes that an edit touched.
  type(BEFORE)
  type(AFTER)
  expect(shown).toEqual([[1, 2, 3]])
})

test('texts that could not be read are read with the next list', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { reviews, failures, pending } = await createFixture([])
  failures.push(new RequestError('', '', true))
  reviews.setRows([ROW])
  await vi.advanceTimersByTimeAsync(0)
  expect(pending()).toEqual([])
  reviews.setRows([ROW])
  await vi.advanceTimersByTimeAsync(0)
  expect(pending()).toEqual([1, 2, 3])
  logged.mockRestore()
})

test('the review of a new answer waits for its text, however long that takes', async () => {
  const { reviews, pending, sent, type } = await createFixture([], BEFORE)
  reviews.setRows([ROW])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent).toEqual([])
  type(AFTER)
  expect(pending()).toEqual([1, 2, 3])
  type(BEFORE)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.map(({ ended }) => ended)).toEqual([true])
})

test('a review whose last change was typed over ends, and opens again when that is undone', async () => {
  const { reviews, pending, sent, type } = await createFixture()
  reviews.decide(keep(1, 3))
  type(AFTER.replace('TWO', 'two and a half'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(pending()).toEqual([])
  expect(sent.at(-1)).toEqual({ id: 'review', keep: [], unkeep: [], ended: true })
  type(AFTER)
  expect(pending()).toEqual([2])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.at(-1)).toEqual({ id: 'review', keep: [], unkeep: [], ended: false })
  expect(pending()).toEqual([2])
  type(AFTER.replace('TWO', 'three'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sent.map(({ ended }) => ended)).toEqual([null, true, false, true])
})
