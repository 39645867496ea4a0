import { expect, test } from 'vitest'
import { layout, lineText } from '../../../../screenplay/layout.ts'
import { parse } from '../../../../screenplay/model.ts'
import { lockPages, revisedPages, sidesOf } from '../../../../screenplay/production.ts'
import { revisedRanges, applySplices } from '../../../../screenplay/changes.ts'
import { filler } from '../generators/pages-text.ts'

const pagesOf = (text: string) => layout(parse(text))

test('sides have the scenes in which a character speaks or is named, and mark the speeches', () => {
  const scenes = [
    'INT. A\n\nRUI\nOne.\n[[softly]]\nStill one.\n\nINÊS\nTwo.\n\n',
    'INT. B\n\nINÊS\nThree.\n\n',
    'INT. C\n\nRui sleeps.\n\n',
  ]
  const { pages, rows } = sidesOf(pagesOf(scenes.join('')), 'RUI')
  const [page] = pages.pages
  expect(page?.lines.map(lineText)).toEqual(
    'INT. A|RUI|One.|Still one.|INÊS|Two.|INT. C|Rui sleeps.'.split('|'),
  )
  const marked = page?.lines.filter(({ row }) => rows.get(1)?.includes(row)).map(lineText)
  expect(marked).toEqual(['RUI', 'One.', 'Still one.'])
})

test('sides keep the numbers of the pages and leave out those without the character', () => {
  const text = `INT. A\n\nRUI\nOne.\n\nINT. B\n\n${filler(60)}===\n\nINT. C\n\nRUI\nTwo.\n`
  const { pages } = sidesOf(pagesOf(text), 'RUI')
  expect(pages.pages.map(({ label }) => label)).toEqual(['1', '4'])
})

test('of a draft with locked pages, new pages and those that changed are handed out', () => {
  const text = applySplices(filler(110), lockPages(pagesOf(filler(110))))
  const more = text.replace('line 30.', 'line 30.\n\nMore.\n\nAnd more.')
  const revised = revisedPages(pagesOf(text), pagesOf(more))
  expect(revised.pages.map(({ label }) => label)).toEqual(['2', '2A'])
})

test('locking pages is no revision, and what is revised is found around the marks', () => {
  const text = 'It rains all day. '.repeat(300).trim()
  const locked = applySplices(text, lockPages(pagesOf(text)))
  expect(locked).toContain('[[=== 2]]It')
  expect(revisedRanges(text, parse(locked))).toEqual([])
  const changed = `${locked.slice(0, -'day.'.length)}night.`
  const ranges = revisedRanges(text, parse(changed))
  expect(ranges.map(({ start, end }) => changed.slice(start, end))).toEqual(['night.'])
})
