import { expect, test } from 'vitest'
import { scenesOf } from '../../../screenplay/layout.ts'
import { filler, laidOut } from './generators/pages-text.ts'

test('scenes have a number, a range, a synopsis and speakers', () => {
  const source = [
    'Before.',
    'INT. BAR - *DAY* #12A#\n= Ann *waits*.\n= Bo comes.',
    'Rain.',
    "BO (V.O.)\nOne.\n\nANN\nTwo.\n\nBO (CONT'D)\nThree.",
    'EXT. STREET - NIGHT',
    'Rain.\n\n= Not below the heading.',
  ].join('\n\n')
  const second = source.indexOf('EXT.')
  expect(scenesOf(laidOut(source))).toEqual([
    {
      number: '12A',
      heading: 'INT. BAR - DAY',
      start: source.indexOf('INT.'),
      end: second,
      page: '1',
      eighths: 2,
      synopsis: 'Ann waits.\nBo comes.',
      characters: ['BO', 'ANN'],
    },
    {
      number: '2',
      heading: 'EXT. STREET - NIGHT',
      start: second,
      end: source.length,
      page: '1',
      eighths: 1,
      synopsis: '',
      characters: [],
    },
  ])
})

test('the length of a scene counts its rows on all pages, but no blank rows behind it', () => {
  const source = `INT. BAR - DAY\n\n${filler(26)}EXT. STREET - DAY\n\n${filler(27 * 2 + 10)}`
  const lengths = scenesOf(laidOut(source)).map(({ page, eighths }) => [page, eighths])
  expect(lengths).toEqual([
    ['1', 8],
    ['2', 19],
  ])
})
