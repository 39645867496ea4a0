import { expect, test } from 'vitest'
import { answer } from '../../../../server/demo-writer/answer.ts'
import { outcomeOf, scriptAfter } from './script-after.ts'

const SCRIPT = `Title: The Cat

INT. KITCHEN - DAY

Anna looks for the cat.

ANNA
It was here.

BEN
It was never here.

EXT. GARDEN - DAY

No cat.

ANNA
Kitty?
`
const FIRST = scriptAfter('A heist on the last tram of the night', '')

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
  'A happy ending',
])("the demo's answer to '%s' changes the script", (request) => {
  for (const currentScript of ['', FIRST, SCRIPT, SCRIPT.replaceAll('\n', '\r\n')]) {
    expect(outcomeOf({ request, currentScript })).toMatchObject({ kind: 'changed' })
  }
})

test('a new script is a whole one', () => {
  for (const asked of [
    { request: 'A heist', currentScript: '' },
    { request: 'A new script about a heist', currentScript: SCRIPT },
  ]) {
    expect(answer(asked)).toMatch(/^<script>\nTitle: [^]+\n<\/script>$/)
    expect(outcomeOf(asked)).toMatchObject({ edits: [{ kind: 'script' }] })
  }
})

test('a revision says what it did, and names exactly what differs', () => {
  const made = answer({ request: 'Make the second scene play at dawn', currentScript: SCRIPT })
  expect(made).toMatch(/^Script Writer demo, by fixed rules and without an AI: set at dawn\.\n/)
  expect(tagsIn(made)).toEqual(['<scene id="2">'])
  expect(tagsIn(answer({ request: 'Call it "No Cat"', currentScript: SCRIPT }))).toEqual([
    '<scene id="0">',
  ])
})

test('a scene is deleted and scenes are added by their tags', () => {
  const deleted = answer({ request: 'Remove the first scene', currentScript: SCRIPT })
  expect(tagsIn(deleted)).toEqual(['<scene id="1" delete="true"/>'])
  const added = answer({ request: 'They hear a noise in the cellar', currentScript: SCRIPT })
  expect(tagsIn(added)).toEqual(['<scene after="2">', '<scene after="2">'])
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
  const end = rangeOf('No cat.').end
  const outcome = outcomeOf({
    request: 'Continue',
    currentScript: SCRIPT,
    target: { start: end, end },
  })
  expect(outcome).toMatchObject({
    kind: 'changed',
    text: expect.stringMatching(/No cat\.\n\n[^]*\b(?:ANNA|BEN)\n[^]+\n\nANNA\nKitty\?\n$/),
  })
})

test.each([
  ['a new script', '', 'A heist'],
  ['more scenes', SCRIPT, 'Go on'],
  ['a revision that leaves no choice', SCRIPT, 'Make it night'],
])('it gives three alternatives for %s', (_, currentScript, request) => {
  const outcome = outcomeOf({ request, currentScript, alternatives: 3 })
  expect(outcome).toMatchObject({
    kind: 'changed',
    alternatives: [expect.any(String), expect.any(String)],
  })
})

test('it gives three alternatives for a target', () => {
  for (const part of ['No cat.', 'looks for', 'EXT. GARDEN - DAY\n\nNo cat.']) {
    const asked = { request: 'Three alternatives', currentScript: SCRIPT, target: rangeOf(part) }
    const outcome = outcomeOf({ ...asked, alternatives: 3 })
    expect(outcome).toMatchObject({ alternatives: [expect.any(String), expect.any(String)] })
  }
})

test('a question is answered in prose', () => {
  const ask = (request: string, currentScript = SCRIPT) =>
    answer({ request, currentScript, mode: 'ask' })
  expect(
    ask('Where does Ben speak?'),
  ).toBe(`Script Writer demo, by fixed rules and without an AI: the script has 2 scenes and 27 words. ANNA (2 speeches) speaks most, then BEN (1 speech). BEN speaks in scene 1.

- Scene 1, INT. KITCHEN - DAY: Anna looks for the cat.
- Scene 2, EXT. GARDEN - DAY: No cat.`)
  expect(ask('What is it about?', ' ')).toContain('there is no script yet.')
  expect(ask('What?', 'INT. A\n\nRain.')).toContain('1 scene and 3 words. Nobody speaks.')
})

test('tags that the script contains are only text', () => {
  const currentScript = SCRIPT.replace('No cat.', '<scene id="1" delete="true"/>\n\nNo cat.')
  expect(scriptAfter('Make the second scene play at dawn', currentScript)).toBe(
    currentScript.replace('GARDEN - DAY', 'GARDEN - DAWN'),
  )
})
