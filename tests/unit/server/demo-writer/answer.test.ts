import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyAnswer } from '../../../../screenplay/answers.ts'
import { boardOf } from '../../../../screenplay/board.ts'
import { parse } from '../../../../screenplay/model.ts'
import { boardMessages } from '../../../../web/messages/board.ts'
import { answer } from '../../../../server/demo-writer/answer.ts'
import { runs } from '../../../support/rounds.ts'
import { readFountain } from './fountain.ts'

const SCRIPT = `Title: The Cat
Author: Somebody Else

INT. KITCHEN - DAY

Anna looks for the cat.

ANNA
It was here.

BEN
(yawning)
It was never here.

Ben leaves.

EXT. GARDEN - DAY

No cat.

ANNA (CONT'D)
Kitty?
`
const MARK = 'Script Writer demo, by fixed rules and without an AI: '

/** What the demo's answer does to a script. */
const outcomeOf = (asked: Parameters<typeof answer>[0]) =>
  applyAnswer({
    script: asked.currentScript,
    request: asked.request,
    answer: answer(asked),
    target: asked.target ?? null,
    finish: 'complete',
    ...(asked.alternatives && { alternatives: asked.alternatives }),
  })

function after(request: string, currentScript = SCRIPT): string {
  const outcome = outcomeOf({ request, currentScript })
  if (outcome.kind === 'faulty') throw new Error(`${outcome.fault}: ${outcome.explanation}`)
  return outcome.kind === 'changed' ? outcome.text : currentScript
}

const said = (request: string) => answer({ request, currentScript: SCRIPT })
const headingsAfter = (request: string) => readFountain(after(request)).headings
const tagsIn = (text: string) => text.match(/^<[^/].*>$/gm)
const rangeOf = (part: string) => {
  const start = SCRIPT.indexOf(part)
  return { start, end: start + part.length }
}

test.each([
  'Go on',
  'Make it shorter',
  'Make it darker',
  'Set it at night',
  'Rename Anna to Eva',
  'Delete the last scene',
  'Add a scene in a bar',
  'Write a new script about a dog',
])("the answer to '%s' changes any script", (request) => {
  const first = after('A heist on the last tram of the night', '')
  for (const currentScript of ['', first, SCRIPT, SCRIPT.replaceAll('\n', '\r\n')]) {
    expect(outcomeOf({ request, currentScript })).toMatchObject({ kind: 'changed' })
  }
})

test('a new script is a whole one', () => {
  for (const asked of [
    { request: 'A heist', currentScript: '' },
    { request: 'Forget it. A new script about Otto and Emil, please.', currentScript: SCRIPT },
  ]) {
    expect(answer(asked)).toMatch(/^<script>\nTitle: [^]+\n<\/script>$/)
    expect(outcomeOf(asked)).toMatchObject({ edits: [{ kind: 'script' }] })
  }
})

test('what happens next becomes a scene with the same people, after the others', () => {
  const request = 'They hear a noise in the cellar'
  expect(tagsIn(said(request))).toEqual(['<scene after="2">'])
  const changed = after(request)
  expect(changed.startsWith(SCRIPT.trim())).toBe(true)
  const added = readFountain(changed.slice(SCRIPT.length - 20))
  expect(added.headings).toEqual(['INT. CELLAR - EVENING'])
  expect(added.speakers.toSorted()).toEqual(['ANNA', 'BEN'])
  expect(readFountain(after('Clara rings the bell')).speakers).toContain('CLARA')
})

test('a sentence about the plot is not an order, even with a verb that could be one', () =>
  expect(tagsIn(said('They change trains in Berlin and cut to the chase.'))).toEqual([
    '<scene after="2">',
  ]))

describe('a revision says what it did, and names exactly what differs', () => {
  test.each([
    'Rename Anna to Clara',
    'please change "Anna" to "Clara".',
    'Replace Anna with Clara everywhere',
  ])('%s', (request) => {
    const changed = after(request)
    expect(changed).toContain('Clara looks for the cat.')
    expect(changed).toContain("CLARA (CONT'D)\nKitty?")
    expect(changed).not.toMatch(/anna/i)
    expect(said(request)).toContain(`${MARK}"Anna" became "Clara".`)
  })

  test('time and place', () => {
    expect(headingsAfter('Make it night')).toEqual(['INT. KITCHEN - NIGHT', 'EXT. GARDEN - NIGHT'])
    expect(headingsAfter('Set it in a submarine')[1]).toBe('INT. SUBMARINE - DAY')
    expect(headingsAfter('Move the story to Lisbon.')[0]).toBe('EXT. LISBON - DAY')
    const dawn = said('Make the second scene play at dawn')
    expect(dawn).toMatch(`${MARK}set at dawn.`)
    expect(tagsIn(dawn)).toEqual(['<scene id="2">'])
  })

  test('shorter', () => {
    const changed = after('Can you make it shorter?')
    expect(changed).not.toContain('It was never here')
    expect(readFountain(changed).headings).toEqual(readFountain(SCRIPT).headings)
  })

  test('a scene less', () => {
    expect(tagsIn(said('Remove the first scene'))).toEqual(['<scene id="1" delete="true"/>'])
    expect(headingsAfter('Remove the first scene')).toEqual(['EXT. GARDEN - DAY'])
  })

  test('a new title', () => {
    expect(tagsIn(said('Call it "No Cat"'))).toEqual(['<scene id="0">'])
    expect(after('Call it "No Cat"')).toMatch(/^Title: No Cat\nAuthor: Somebody Else\n/)
    const untitled = 'INT. KITCHEN - DAY\n\nRain.'
    expect(after('Change the title to "No Cat"', untitled)).toMatch(/^Title: No Cat\n\nINT/)
  })

  test('several at once', () => {
    const changed = after('Rename Anna to Clara and make it night')
    expect(changed).toContain('Clara looks')
    expect(changed).toContain('INT. KITCHEN - NIGHT')
  })

  test('what it does not understand: the last scene anew', () => {
    const changed = after('Rewrite the ending so that it rhymes')
    expect(changed).toContain('Anna looks for the cat.')
    expect(changed).not.toContain('Kitty?')
    expect(readFountain(changed).headings).toEqual(readFountain(SCRIPT).headings)
    expect(said('Rewrite the ending so that it rhymes')).toContain('wrote scene 2 anew')
    // Unless another is named.
    expect(said('Rewrite scene 1 so that it rhymes')).toContain('wrote scene 1 anew')
  })
})

test.each([
  ['a word', 'cat', 'Make it more visual'],
  ['a word to be shortened', 'looks for the cat', 'Make it shorter'],
  ['a paragraph', 'Anna looks for the cat.', 'Continue'],
  ['a speech', 'ANNA\nIt was here.', 'Sharpen the dialogue'],
  ['several paragraphs', 'Anna looks for the cat.\n\nANNA\nIt was here.', 'Make it shorter'],
  ['a scene', SCRIPT.slice(SCRIPT.indexOf('EXT.')), 'Make it night'],
  ['a scene to be continued', SCRIPT.slice(SCRIPT.indexOf('EXT.')), 'Continue'],
  ['a heading', 'EXT. GARDEN - DAY', 'Make it night'],
])('with %s as the target it answers with a text for it', (_, part, request) => {
  const target = rangeOf(part)
  const asked = { request, currentScript: SCRIPT, target }
  expect(tagsIn(answer(asked))).toEqual(['<text>'])
  expect(outcomeOf(asked)).toMatchObject({ kind: 'changed', edits: [{ kind: 'text', ...target }] })
})

test('at a cursor it adds a passage with people of the script', () => {
  const { end } = rangeOf('No cat.')
  const target = { start: end, end }
  expect(outcomeOf({ request: 'Continue', currentScript: SCRIPT, target })).toMatchObject({
    kind: 'changed',
    text: expect.stringMatching(/No cat\.\n\n[^]*\b(?:ANNA|BEN)\n[^]+\n\nANNA \(CONT'D\)\nKitty/),
  })
})

test.each([
  ['a new script', '', 'A heist', undefined],
  ['another scene', SCRIPT, 'Go on', undefined],
  ['a revision that leaves no choice', SCRIPT, 'Make it night', undefined],
  ['a revision that is not understood', SCRIPT, 'Make it darker', undefined],
  ['a paragraph', SCRIPT, 'Three alternatives', 'No cat.'],
  ['a few words', SCRIPT, 'Three alternatives', 'looks for'],
  ['a scene as the target', SCRIPT, 'Three alternatives', 'EXT. GARDEN - DAY\n\nNo cat.'],
])('it gives three alternatives for %s', (_, currentScript, request, part) => {
  const target = part === undefined ? null : rangeOf(part)
  expect(outcomeOf({ request, currentScript, target, alternatives: 3 })).toMatchObject({
    kind: 'changed',
    alternatives: [expect.any(String), expect.any(String)],
  })
})

test('a question is answered in prose', () => {
  const ask = (request: string, currentScript = SCRIPT) =>
    answer({ request, currentScript, mode: 'ask' })
  expect(
    ask('Where does Ben speak?'),
  ).toBe(`${MARK}the script has 2 scenes and 34 words. ANNA (2 speeches) speaks most, then BEN (1 speech). BEN speaks in scene 1.

- Scene 1, INT. KITCHEN - DAY: Anna looks for the cat.
- Scene 2, EXT. GARDEN - DAY: No cat.`)
  expect(ask('What is it about?', ' ')).toContain('there is no script yet.')
  expect(ask('What?', 'INT. A\n\nRain.')).toContain('1 scene and 3 words. Nobody speaks.')
})

test('tags that the script contains are only text', () => {
  const currentScript = SCRIPT.replace('No cat.', '<scene id="1" delete="true"/>\n\nNo cat.')
  expect(after('Make the second scene play at dawn', currentScript)).toBe(
    currentScript.replace('GARDEN - DAY', 'GARDEN - DAWN'),
  )
})

test('any script and request: it answers, says that it is a demo, and stays valid Unicode', () => {
  const lines = fc.constantFrom(
    ...'INT. A - DAY|ANNA|(hm)|Hello.||\n|\r\n|> THE END <|@x|[[|/*|CUT TO:|.|Title: x'.split('|'),
  )
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(lines, { maxLength: 30 }).map((some) => some.join('\n')),
  )
  const orders =
    'rename ANNA to (x)|rename Anna to INT. B|make it night|shorten it|remove the last scene|make it darker|go on|call it )*'
  const anyRequest = fc.oneof(anyText, fc.constantFrom(...orders.split('|')))
  fc.assert(
    fc.property(anyRequest, anyText, (request, script) => {
      const asked = { request, currentScript: script.toWellFormed() }
      const made = answer(asked)
      expect(made).toMatch(/Script Writer demo/)
      expect(made.isWellFormed()).toBe(true)
      expect(made).not.toContain('undefined')
      expect(answer(asked)).toBe(made)
      expect(outcomeOf(asked)).not.toHaveProperty('fault')
    }),
    runs('demo-writing'),
  )
})

describe('what the board asks for', () => {
  const { synopses, write, missing } = boardMessages.asks
  const cardsOf = (script: string) => boardOf(parse(script)).cards

  test('synopses: the beginning of each scene that has none, and nothing else', () => {
    const filled = after(synopses.prompt)
    expect(cardsOf(filled).map(({ synopsis }) => synopsis)).toEqual([
      'Anna looks for the cat.',
      'No cat.',
    ])
    expect(filled.replaceAll(/^= .*\n/gm, '')).toBe(SCRIPT)
    expect(after(synopses.prompt, filled)).toBe(filled)
    const target = rangeOf(SCRIPT.slice(SCRIPT.indexOf('EXT.')))
    const one = outcomeOf({ request: synopses.prompt, currentScript: SCRIPT, target })
    expect(one).toMatchObject({ text: SCRIPT.replace('- DAY\n\nNo', '- DAY\n= No cat.\n\nNo') })
  })

  test('an idea becomes a scene with its synopsis', () => {
    const idea = '### The cat returns\n= It has been next door.\n'
    const script = `${SCRIPT}\n${idea}`
    const target = { start: SCRIPT.length + 1, end: script.length }
    const outcome = outcomeOf({ request: write.prompt, currentScript: script, target })
    const text = outcome.kind === 'changed' ? outcome.text : ''
    expect(cardsOf(text).map(({ kind }) => kind)).toEqual(['scene', 'scene', 'scene'])
    expect(cardsOf(text)[2]?.synopsis).toBe('It has been next door.')
    expect(text.startsWith(SCRIPT)).toBe(true)
  })

  test('what is missing is told, and nothing changed', () => {
    const told = answer({ request: missing.prompt, currentScript: SCRIPT, mode: 'ask' })
    expect(told).toContain('the script has 2 scenes')
  })
})
