import { expect, test } from 'vitest'
import type { AuthorshipSpan } from '../../../../contract/authorship.ts'
import { reportFacts } from '../../../../web/script-worker/report-facts.ts'
import { anyRecord, version } from '../authorship/any-record.ts'

const before = 'FADE IN:\n\n'
const first = 'INT. TRAM - NIGHT\n\nRui waits.\n\nINÊS\nYou are late.\n\n'
const second = 'EXT. STOP - CONTINUOUS\n\nRain.\n'
const text = before + first + second
const none = { typed: 0, pasted: 0, import: 0, answer: 0 }

const recordOf = (spans: AuthorshipSpan[]) =>
  anyRecord(none, [], {
    spans,
    versions: (['typed', 'answer', 'merge', 'import'] as const).map((origin, at) =>
      Object.assign(version(at + 1, '', {}), { origin }),
    ),
  })

test('scenes have their length, time, people and the origin of their words', () => {
  const cut = text.indexOf('You')
  const record = recordOf([
    { start: 0, end: cut, origin: 'typed', version: 1 },
    { start: cut, end: text.length, origin: 'answer', version: 2 },
  ])
  const { scenes, before: above, voices, doubts } = reportFacts({ text, record })
  expect(doubts).toEqual({ whole: 0, merged: 0, repeated: 0 })
  expect(above).toEqual({ ...none, typed: 2 })
  expect(scenes).toEqual([
    {
      number: '1',
      heading: 'INT. TRAM - NIGHT',
      page: '1',
      eighths: 1,
      time: 'night',
      speaking: ['INÊS'],
      named: [],
      shares: { ...none, typed: 6, answer: 3 },
    },
    {
      number: '2',
      heading: 'EXT. STOP - CONTINUOUS',
      page: '1',
      eighths: 1,
      time: 'night',
      speaking: [],
      named: [],
      shares: { ...none, answer: 4 },
    },
  ])
  expect(voices).toEqual([{ name: 'INÊS', lines: 1, words: 3, scenes: 1 }])
})

test('without a record, nothing is said about who wrote it', () => {
  const { scenes, before: above, doubts } = reportFacts({ text, record: null })
  expect([above, doubts]).toEqual([null, null])
  expect(scenes.map(({ shares }) => shares)).toEqual([null, null])
})

test('words whose origin the versions do not show are counted', () => {
  const [tram = 0, you = 0, stop = 0] = ['INT', 'You', 'EXT'].map((word) => text.indexOf(word))
  const record = recordOf([
    { start: 0, end: tram, origin: 'typed', version: 3 },
    { start: tram, end: you, origin: 'import', version: 4 },
    { start: you, end: stop, origin: 'answer', version: 1 },
    { start: stop, end: text.length, origin: 'typed', version: 1 },
  ])
  expect(reportFacts({ text, record }).doubts).toEqual({ whole: 6, merged: 2, repeated: 3 })
})
