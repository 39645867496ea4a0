import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { numberedScenes } from '../../../../../screenplay/answers.ts'
import { batchesOf, promptTokens } from '../../../../../server/generation/memory/notes-prompt.ts'
import { readNotes } from '../../../../../server/generation/memory/read-notes.ts'
import { longScript } from '../../../../../bench/support/long-script.ts'

const read = (answer: string) => readNotes(answer, new Set([1, 2]))

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

test('scenes are sent in batches within the budget, each once', () => {
  const script = `${longScript(100)}\n\nINT. LONG - DAY\n\n${'Nobody says a word. '.repeat(5000)}`
  const scenes = numberedScenes(script)
  const batches = batchesOf(script, scenes, 6000)
  for (const batch of batches) expect(promptTokens(batch)).toBeLessThanOrEqual(6000)
  const sent = batches.map(({ messages }) => messages[0]?.content ?? '').join('\n')
  const ids = [...sent.matchAll(/<scene id="(\d+)">\n/g)].map(([, id]) => Number(id))
  expect(ids).toEqual(scenes.map(({ id }) => id))
  expect(batchesOf(script, [], 6000)).toEqual([])
})
