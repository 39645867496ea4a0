import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { authorshipRecord } from '../../../../contract/authorship.ts'
import {
  ALGORITHM,
  chainFault,
  chainText,
  inOrder,
  type RecordHead,
  recordOf,
  sharesIn,
} from '../../../../screenplay/authorship.ts'
import { type Event, historyOf } from './written-history.ts'

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const at = (second: number) => `2026-11-16T01:02:${String(second).padStart(2, '0')}.000000Z`
const sha256 = (text: string) => hash('sha256', text, 'hex')

const ANSWER = 'Fog rolls over wet planks. Gulls fight.'
const events: Event[] = [
  { origin: 'typed', text: 'Mara waits.\n' },
  { origin: 'answer', text: `Mara waits.\n\n${ANSWER}\n`, jobId: id(9) },
  { origin: 'typed', text: 'Mara waits outside.\n\nFog rolls over wet planks.\n' },
]

/** The record's head as the server returns it; the last event is not a version yet. */
function headOf(): RecordHead {
  const versions: RecordHead['versions'] = []
  for (const [index, event] of events.slice(0, 2).entries()) {
    if (!('text' in event)) continue
    const version = {
      id: id(index + 1),
      number: index + 1,
      created_at: at(index),
      origin: event.origin,
      label: null,
      job_id: event.jobId ?? null,
      text_hash: sha256(event.text),
    }
    const previous = versions.at(-1)?.chain_hash
    const chain_hash = sha256(chainText(previous, { workId: id(7), userId: id(8) }, version))
    versions.push({ ...version, chain_hash })
  }
  return {
    createdAt: at(30),
    userId: id(8),
    workId: id(7),
    script: null,
    versions,
    jobs: [{ id: id(9), model: 'demo', created_at: at(1) }],
    answers: [],
    text_hash: sha256('text'),
    pending: { origin: 'typed', since: at(20) },
  }
}

test('a record counts what came into the text, what was cut, and what of a job was kept', () => {
  const text = 'Mara waits outside.\n\nFog rolls over wet planks.\n'
  const record = recordOf(headOf(), historyOf(events), text, sha256)
  expect(authorshipRecord.safeParse(record).error).toBeUndefined()
  expect(record.algorithm).toBe(ALGORITHM)
  expect(record.written).toEqual({ typed: 3, pasted: 0, import: 0, answer: 7 })
  expect(record.cut).toEqual({ typed: 0, pasted: 0, import: 0, answer: 2 })
  expect(record.jobs).toEqual([
    { id: id(9), model: 'demo', created_at: at(1), written: 7, kept: 5, printed: 5 },
  ])
  expect(record.versions.map(({ words, model }) => [words, model])).toEqual([
    [2, null],
    [9, 'demo'],
  ])
  expect(record.text).toMatchObject({ words: 8, shares: { typed: 3, answer: 5 } })
})

test('a record has the origin of every word, and counts apart those that print', () => {
  const plan = '# Act one\n\nMara waits.\n'
  const text = `${plan}\n= ${ANSWER}\n\n${ANSWER}[[Why so?]]\n`
  const history = historyOf([
    { origin: 'template', text: plan },
    { origin: 'answer', text, jobId: id(9) },
  ])
  const record = recordOf({ ...headOf(), versions: [], pending: null }, history, text, sha256)
  expect(record.text).toMatchObject({
    words: 20,
    shares: { template: 4, answer: 16 },
    printed: { template: 2, answer: 7 },
  })
  expect(record.jobs).toMatchObject([{ written: 16, kept: 16, printed: 7 }])
  const [whole] = sharesIn(text, record.spans, [{ start: 0, end: text.length }])
  expect(whole).toEqual(record.text.printed)
})

test('words that are in no version yet have none', () => {
  const text = 'Mara waits outside.\n\nFog rolls over wet planks.\n'
  expect(recordOf(headOf(), historyOf(events), text, sha256).spans).toEqual([
    { start: 0, end: 11, origin: 'typed', version: 1 },
    { start: 11, end: 21, origin: 'typed', version: null },
    { start: 21, end: text.length, origin: 'answer', version: 2, job_id: id(9) },
  ])
})

test('the chain text has all fields, one per line', () => {
  const [first, second] = headOf().versions
  if (!first || !second) throw new Error('no versions')
  expect(chainText(first.chain_hash, { workId: id(7), userId: id(8) }, second)).toBe(
    [first.chain_hash, id(2), id(7), id(8), '2', at(1), 'answer', id(9), second.text_hash].join(
      '\n',
    ),
  )
})

test('an answer comes before the versions that were made after it', () => {
  const versions = [1, 2, 3].map((second) => ({ created_at: at(second) }))
  const answers = [2, 2, 9].map((second) => ({ created_at: at(second) }))
  const order = [...inOrder(versions, answers)].map((event) =>
    'version' in event ? `v${event.version.created_at.slice(18, 19)}` : 'answer',
  )
  expect(order).toEqual(['v1', 'v2', 'answer', 'answer', 'v3', 'answer'])
})

test('words are counted by range and origin', () => {
  const text = 'Title\n\nINT. A\n\nOne two.\n\nINT. B\n\nThree.\n'
  const scene = text.indexOf('INT. B')
  const spans = [
    { start: 0, end: text.indexOf('two'), origin: 'typed' as const },
    { start: text.indexOf('two'), end: text.length, origin: 'answer' as const },
  ]
  const ranges = [
    { start: text.indexOf('INT. A'), end: scene },
    { start: scene, end: text.length },
  ]
  expect(sharesIn(text, spans, ranges)).toEqual([
    { typed: 3, pasted: 0, import: 0, answer: 1 },
    { typed: 0, pasted: 0, import: 0, answer: 3 },
  ])
})

test('the chain breaks at a version that was altered, removed or moved', () => {
  const head = headOf()
  const faultOf = (versions: RecordHead['versions']) => chainFault({ ...head, versions }, sha256)
  const [first, second] = head.versions
  if (!first || !second) throw new Error('no versions')
  expect(faultOf([first, second])).toBeUndefined()
  expect(faultOf([first, { ...second, origin: 'typed' }])).toEqual({ at: 1, problem: 'hash' })
  expect(faultOf([second])).toEqual({ at: 0, problem: 'number' })
  expect(faultOf([second, first])).toEqual({ at: 0, problem: 'number' })
})
