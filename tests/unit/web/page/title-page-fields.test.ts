import { expect, test } from 'vitest'
import {
  otherKeys,
  titleTexts,
  withTitleTexts,
} from '../../../../web/features/page/panels/title-page-form.tsx'

const entries = [
  { key: 'Title', values: ['_**THE LISBON JOB**_', 'A heist'] },
  { key: 'Copyright', values: ['2026'] },
  { key: 'authors', values: ['Inês Duarte'] },
  { key: 'Author', values: ['Somebody else'] },
  { key: 'Draft date', values: [] },
]

const empty = { title: '', credit: '', author: '', source: '', draftDate: '', contact: '' }

test('the form shows the known keys, whatever their case, and names the others', () => {
  expect(titleTexts(entries)).toEqual({
    ...empty,
    title: '_**THE LISBON JOB**_\nA heist',
    author: 'Inês Duarte',
  })
  expect(otherKeys(entries)).toEqual(['Copyright', 'Author'])
})

test('what did not change stays the same object in the same place', () => {
  const saved = withTitleTexts(entries, titleTexts(entries))
  expect(saved).toHaveLength(entries.length)
  for (const [index, entry] of entries.entries()) expect(saved[index]).toBe(entry)
})

test('changed texts keep their key, cleared ones go, new ones follow the ones before them', () => {
  const saved = withTitleTexts(entries, {
    ...empty,
    credit: ' written by ',
    author: 'Rui\n\n  Inês ',
    contact: 'Alfama\nLisbon',
    draftDate: '16 November 2026',
  })
  expect(saved).toEqual([
    { key: 'Credit', values: ['written by'] },
    { key: 'Copyright', values: ['2026'] },
    { key: 'authors', values: ['Rui', 'Inês'] },
    { key: 'Author', values: ['Somebody else'] },
    { key: 'Draft date', values: ['16 November 2026'] },
    { key: 'Contact', values: ['Alfama', 'Lisbon'] },
  ])
  expect(withTitleTexts([], { ...empty, contact: 'c', title: 't' })).toEqual([
    { key: 'Title', values: ['t'] },
    { key: 'Contact', values: ['c'] },
  ])
  expect(withTitleTexts([], empty)).toEqual([])
})
