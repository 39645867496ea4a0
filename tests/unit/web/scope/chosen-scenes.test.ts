import { expect, test } from 'vitest'
import type { Scene } from '../../../../screenplay/layout.ts'
import {
  chosenScenes,
  toggleScene,
  describeScope,
} from '../../../../web/features/page/scope/page-scope.ts'

const headings = ['EXT. ALFAMA - NIGHT', 'INT. TRAM 28 - NIGHT', 'INT. DEPOT - LATER']
const text = headings.map((heading) => `${heading}\n\nIt rains.\n\n`).join('')
const starts = headings.map((heading) => text.indexOf(heading))
const scenes = headings.map(
  (heading, index): Scene => ({
    number: String(index + 1),
    heading,
    start: starts[index] ?? 0,
    end: starts[index + 1] ?? text.length,
    page: '1',
    eighths: [10, 9, 5][index] ?? 1,
    synopsis: '',
    characters: [],
  }),
)
const range = (from: number, to: number) => ({
  start: scenes[from]?.start ?? 0,
  end: scenes[to]?.end ?? 0,
})

test('a scope is called by its scenes, or else by its words', () => {
  expect(describeScope(range(1, 1), text, scenes)).toMatchObject({
    kind: 'scenes',
    label: 'Scene 2 · 1 1/8 pp',
    note: '2 INT. TRAM 28 - NIGHT',
  })
  expect(describeScope(range(1, 2), text, scenes)).toMatchObject({
    label: 'Scenes 2 to 3 · 1 6/8 pp',
    note: 'Scenes 2 to 3',
  })
  expect(describeScope(range(2, 2), text, scenes)?.label).toBe('Scene 3 · 5/8 p')
  const rains = text.indexOf('It rains')
  expect(describeScope({ start: rains, end: rains + 8 }, text, scenes)).toMatchObject({
    kind: 'text',
    label: 'Selection · 2 words',
  })
})

test('an idea is called by its name, as long as there is nothing else', () => {
  const idea = '### The letter\n= Who wrote it?'
  const label = (part: string) => describeScope({ start: 0, end: part.length }, part, [])?.label
  expect(label(`${idea}\n\n`)).toBe('Idea · The letter')
  for (const part of [`# Act one\n\n${idea}`, `${idea}\n\n### The reply`, `${idea}\n\nRain.`])
    expect(label(part)).toMatch(/^Selection · \d+ words$/)
})

test('a part without words is no scope, and what is noted of one fits into one line', () => {
  const blank = text.indexOf('\n')
  expect(describeScope({ start: blank, end: blank + 2 }, text, scenes)).toBeNull()
  const long = scenes.map((scene) => ({ ...scene, heading: `INT. ${'LONG '.repeat(100)}` }))
  expect(describeScope(range(0, 0), text, long)?.note).toMatch(/^1 INT\. (?:LONG )+[LONG]*$/)
  expect(describeScope(range(0, 0), text, long)?.note.length).toBeLessThanOrEqual(200)
})

test('the scenes of a scope are found, also a few letters off', () => {
  const scope = describeScope(range(1, 2), text, scenes)
  expect(chosenScenes(scope, scenes)).toEqual({ from: 1, to: 2 })
  expect(chosenScenes(scope && { ...scope, start: scope.start + 3 }, scenes)).toEqual({
    from: 1,
    to: 2,
  })
  expect(chosenScenes(null, scenes)).toBeNull()
})

test('choosing a scene adds it and those between, or removes it and those behind', () => {
  expect(toggleScene(null, 2)).toEqual({ from: 2, to: 2 })
  expect(toggleScene({ from: 2, to: 2 }, 4)).toEqual({ from: 2, to: 4 })
  expect(toggleScene({ from: 2, to: 4 }, 0)).toEqual({ from: 0, to: 4 })
  expect(toggleScene({ from: 2, to: 4 }, 2)).toEqual({ from: 3, to: 4 })
  expect(toggleScene({ from: 2, to: 4 }, 3)).toEqual({ from: 2, to: 2 })
  expect(toggleScene({ from: 2, to: 2 }, 2)).toBeNull()
})
