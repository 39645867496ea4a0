import { expect, test } from 'vitest'
import { reportFacts } from '../../../../web/features/authorship/report/report-facts.ts'

const before = 'FADE IN:\n\n'
const first = 'INT. TRAM - NIGHT\n\nRui waits.\n\nINÊS\nYou are late.\n\n'
const second = 'EXT. STOP - CONTINUOUS\n\nRain.\n'
const text = before + first + second
const none = { typed: 0, pasted: 0, import: 0, answer: 0 }

test('scenes have their length, time, people and the origin of their words', () => {
  const cut = text.indexOf('You')
  const spans = [
    { start: 0, end: cut, origin: 'typed', version: 1 },
    { start: cut, end: text.length, origin: 'answer', version: 2 },
  ] as const
  const { scenes, before: above, voices } = reportFacts({ text, spans })
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
  const { scenes, before: above } = reportFacts({ text, spans: null })
  expect(above).toBeNull()
  expect(scenes.map(({ shares }) => shares)).toEqual([null, null])
})
