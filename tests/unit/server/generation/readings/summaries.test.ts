import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberedScenes } from '../../../../../screenplay/answers.ts'
import { sceneHash } from '../../../../../server/generation/prompt/outline.ts'
import { readingParts } from '../../../../../server/generation/readings/reading-parts.ts'
import {
  readSynopses,
  SUMMARIES,
  summaries,
} from '../../../../../server/generation/readings/summaries.ts'
import { longScript } from '../../../../../bench/support/long-script.ts'

const read = (answer: string) => readSynopses(answer, new Set([1, 2]))

test('synopses of known scenes are read', () => {
  const notes = read(
    'Here you are.\n<scene id="1">Mira\n burns  the letters.</scene>\n<SCENE id="2" >He sees <\\scene>.</SCENE>' +
      '<scene id="3">Unknown.</scene><scene id="1">Again.</scene>',
  )
  expect([...notes]).toEqual([[1, 'Mira burns the letters.']])
})

test('long notes are cut, and empty ones dropped', () => {
  const notes = read(`<scene id="1">${'x'.repeat(3000)}</scene><scene id="2"> \u0000\n</scene>`)
  expect([...notes]).toEqual([[1, 'x'.repeat(240)]])
})

test('any answer gives short lines without control characters', () => {
  const pieces = fc.constantFrom(
    ...'<scene|id="1">|</scene>|MIRA:|\n|\u0000|\u202e|🎬|<|a'.split('|'),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 80 }), (words) => {
      for (const line of read(words.join(' ')).values()) {
        expect(line).toMatch(/^[^\p{Cc}\p{Cf}]{1,240}$/u)
        expect(line.isWellFormed()).toBe(true)
      }
    }),
  )
})

const planned = (text: string, known: string[] = []) =>
  readingParts({
    text,
    reader: SUMMARIES,
    own: null,
    read: new Set(known),
    scenes: null,
    target: null,
    tokens: 6000,
  }).parts

const scenesOf = (script: string) => numberedScenes(script).filter(({ id }) => id > 0)
const hashesOf = (script: string) => scenesOf(script).map((scene) => sceneHash(script, scene))

test('scenes are sent in parts within the budget, each once', () => {
  const script = `${longScript(100)}\n\nINT. LONG - DAY\n\n${'Nobody says a word. '.repeat(5000)}`
  const parts = planned(script)
  const built = parts.map((part, at) =>
    summaries.prompt({
      script,
      reader: SUMMARIES,
      part,
      isLast: at === parts.length - 1,
      tokens: 6000,
    }),
  )
  for (const { tokens } of built) expect(tokens).toBeLessThanOrEqual(6000)
  const sent = built.map(({ prompt }) => prompt.messages[0]?.content ?? '').join('\n')
  const ids = [...sent.matchAll(/<scene id="(\d+)">\n/g)].map(([, id]) => Number(id))
  expect(ids).toEqual(scenesOf(script).map(({ id }) => id))
})

test('a long script is summarized when a fifth of its scenes is new', () => {
  const script = longScript(40)
  const hashes = hashesOf(script)
  const scenesIn = (known: string[]) => planned(script, known).flatMap(({ scenes }) => scenes)
  const fifth = Math.ceil(hashes.length / 5)
  expect(scenesIn(hashes.slice(fifth))).toHaveLength(fifth)
  expect(scenesIn(hashes.slice(fifth - 1))).toEqual([])
  expect(planned(longScript(12))).toEqual([])
})

test('what is known of scenes that are gone is forgotten', () => {
  const script = '.A\n\nOne.\n\n.B\n\nTwo.'
  const [first = '', second = ''] = hashesOf(script)
  const asked = {
    script,
    reader: SUMMARIES,
    part: { scenes: [2], hashes: [], target: null },
    isLast: true,
    tokens: 6000,
    synopses: { [first]: 'First.', [second]: 'Old.', gone: 'Gone.' },
  }
  expect(summaries.read(asked, '<scene id="2">New.</scene><scene id="1">No.</scene>')).toEqual({
    synopses: { [first]: 'First.', [second]: 'New.' },
    dropped: 0,
    summary: null,
  })
})
