import { expect, test } from 'vitest'
import { selectContext } from '../../../../../server/generation/prompt/select-context.ts'
import { tokensOf } from '../../../../../server/generation/prompt/tokens.ts'
import { longRooms, scriptOf } from './numbered-script.ts'

type Input = Parameters<typeof selectContext>[0]

function select(some: Partial<Input>) {
  const all = {
    script: '',
    request: 'Go on.',
    target: null,
    memory: null,
    tokens: 3000,
    outlineTokens: 1000,
    ...some,
  }
  const chosen = selectContext(all)
  if (chosen === null) throw new Error('the target does not fit')
  const outline = chosen.parts.find((part) => part.includes('<outline>')) ?? ''
  const scenes = chosen.parts.find((part) => part.includes('<scene ')) ?? ''
  expect(tokensOf(chosen.parts.join('\n\n'))).toBeLessThanOrEqual(all.tokens)
  return { ...chosen, outline, scenes }
}

test('a script that fits is sent whole, as numbered scenes, without an outline', () => {
  const { script } = scriptOf([{ place: 'ATTIC' }, { place: 'CELLAR', text: 'It drips.' }])
  expect(select({ script })).toMatchObject({
    parts: [
      '<scene id="0">\nTitle: Rooms\n</scene>\n\n' +
        '<scene id="1">\nINT. ATTIC - DAY\n\nSomebody waits.\n</scene>\n\n' +
        '<scene id="2">\nINT. CELLAR - DAY\n\nIt drips.\n</scene>',
    ],
    wholeScenes: [0, 1, 2],
    isComplete: true,
  })
})

test('a blank script is sent as nothing', () => expect(select({ script: ' \n' }).parts).toEqual([]))

test('of a long script every scene is in the outline, with its first line', () => {
  const { script } = longRooms(40)
  const { outline, scenes } = select({ script })
  for (let at = 1; at <= 40; at += 1) {
    expect(outline).toContain(`\n${at}. INT. ROOM ${at} - DAY: Door ${at} is open.`)
  }
  expect(scenes).not.toContain('Door 5 is open.')
})

test('an outline uses the synopses that are known', () => {
  const { script } = longRooms(40)
  const { outline } = select({
    script,
    memory: { synopses: new Map([[7, 'Mira burns </outline> the letters.']]) },
  })
  expect(outline).toContain('\n7. INT. ROOM 7 - DAY: Mira burns <\\/outline> the letters.\n')
  expect(outline).toContain('\n8. INT. ROOM 8 - DAY: Door 8 is open.')
})

test('an outline gets shorter before it is cut, and keeps the last scenes', () => {
  const { script } = longRooms(100)
  expect(select({ script, outlineTokens: 1200 }).outline).toContain('\n1. INT. ROOM 1 - DAY\n')
  const { outline } = select({ script, outlineTokens: 200 })
  expect(outline).toMatch(/^<outline>\n\.\.\.\n/)
  expect(outline).toMatch(/\n100\. INT\. ROOM 100 - DAY\n<\/outline>$/)
})

test('the outline does not depend on the request, so that it stays cached', () => {
  const { script, ranges } = longRooms(40)
  const outlines = [
    select({ script }),
    select({ script, request: 'Rewrite scene 7.' }),
    select({ script, target: ranges[20] ?? null }),
  ].map(({ parts }) => parts[0])
  expect(new Set(outlines).size).toBe(1)
})

test('the scene of the target is sent with the target marked, and both neighbours', () => {
  const { script } = longRooms(40, { 20: 'The lamp of Rosa goes out.' })
  const start = script.indexOf('lamp of Rosa')
  const { scenes, wholeScenes } = select({ script, target: { start, end: start + 4 } })
  expect(scenes).toContain('\nThe <target>lamp</target> of Rosa goes out.\n')
  expect(wholeScenes).toEqual(expect.arrayContaining([19, 20, 21]))
})

test('a target across scenes is marked in each of them', () => {
  const { script, ranges } = scriptOf([{ place: 'A' }, { place: 'B' }, { place: 'C' }])
  const target = { start: ranges[0]?.start ?? 0, end: script.indexOf('waits', ranges[1]?.start) }
  expect(select({ script, target }).scenes).toBe(
    '<scene id="0">\nTitle: Rooms\n</scene>\n\n' +
      '<scene id="1">\n<target>INT. A - DAY\n\nSomebody waits.</target>\n</scene>\n\n' +
      '<scene id="2">\n<target>INT. B - DAY\n\nSomebody </target>waits.\n</scene>\n\n' +
      '<scene id="3">\nINT. C - DAY\n\nSomebody waits.\n</scene>',
  )
})

test('sections belong to no scene and stand between them', () => {
  const script = 'INT. A - DAY\n\nOne.\n\n# Act Two\n\nINT. B - DAY\n\nTwo.\n\n# The End\n'
  const start = script.indexOf('Act Two')
  expect(select({ script, target: { start, end: script.indexOf(' - DAY\n\nTwo') } }).scenes).toBe(
    '<scene id="1">\nINT. A - DAY\n\nOne.\n</scene>\n\n# <target>Act Two</target>\n\n' +
      '<scene id="2">\n<target>INT. B</target> - DAY\n\nTwo.\n</scene>\n\n# The End',
  )
})

test('a blank target marks where the text belongs, once', () => {
  const { script, ranges } = scriptOf([{ place: 'A' }, { place: 'B' }])
  const end = ranges[1]?.start ?? 0
  const { scenes } = select({ script, target: { start: end - 2, end } })
  expect(scenes.split('<target></target>')).toHaveLength(2)
  expect(scenes).toContain('Somebody waits.<target></target>\n</scene>')
})

test('an empty target marks where the text belongs', () => {
  const { script } = scriptOf([{ place: 'A' }])
  const at = script.indexOf('waits')
  expect(select({ script, target: { start: at, end: at } }).scenes).toContain(
    'Somebody <target></target>waits.',
  )
})

test.each([
  ['Rewrite scene 12.', [11, 12, 13]],
  ['Cut the conversation in room 7', [6, 7, 8]],
  ['The fifth scene drags', [4, 5, 6]],
])('%j gets the scene it mentions and its neighbours', (request, ids) => {
  const { script } = longRooms(40)
  const { wholeScenes, isComplete } = select({ script, request })
  expect(wholeScenes).toEqual(ids)
  expect(isComplete).toBe(true)
})

test('scenes that share rare words or names with the request are sent while they fit', () => {
  const { script } = longRooms(40, { 8: 'ROSA\nThe lantern is gone.', 30: 'ROSA\nAgain?' })
  const { wholeScenes } = select({ script, request: 'Give Rosa a reason to steal the lantern.' })
  expect(wholeScenes).toEqual(expect.arrayContaining([8, 30]))
})

test('with a target, scenes with the same characters follow its neighbours', () => {
  const { script, ranges } = longRooms(40, { 8: 'ROSA\nYes.', 30: 'ROSA\nNo.' })
  const { wholeScenes } = select({ script, target: ranges[7] ?? null, request: 'Shorter.' })
  expect(wholeScenes).toEqual([7, 8, 9, 30])
})

test('a request about nothing in particular gets the end of the script', () => {
  const { script } = longRooms(40)
  expect(select({ script }).wholeScenes).toContain(40)
})

test('a mentioned scene that takes all the room is still sent whole', () => {
  const { script } = longRooms(40)
  const { scenes, wholeScenes } = select({ script, request: 'Scene 9.', tokens: 400 })
  expect(wholeScenes).toEqual([9])
  expect(scenes).toContain('Door 9 is open.')
})

test('if the scenes of the target do not fit, the target is sent whole, and what is left out is marked', () => {
  const { script } = longRooms(40, { 20: 'The lamp of Rosa goes out.' })
  const start = script.indexOf('The lamp')
  const target = { start, end: start + 26 }
  const { scenes, isComplete, wholeScenes } = select({ script, target, tokens: 200 })
  expect(scenes).toMatch(
    /<scene id="20">\n\[\[20 characters of the script are left out here\.\]\]<target>The lamp of Rosa goes out\.<\/target>\[\[\d+ characters of the script are left out here\.\]\]\n<\/scene>/,
  )
  expect({ isComplete, wholeScenes }).toEqual({ isComplete: false, wholeScenes: [] })
})

test('a target that does not fit is refused', () => {
  const { script } = longRooms(40)
  const target = { start: 0, end: script.length }
  expect(
    selectContext({ script, request: '', target, memory: null, tokens: 3000, outlineTokens: 1000 }),
  ).toBeNull()
})

test('of one scene that is too long, the beginning and the end are sent', () => {
  const script = `It begins.\n\n${'Nobody says a word. '.repeat(1000)}\n\nIt ends.`
  const { scenes, wholeScenes } = select({ script })
  expect(scenes).toMatch(/^<scene id="0">\nIt begins\./)
  expect(scenes).toMatch(/\n\[\[\d+ characters of the script are left out here\.\]\]\n/)
  expect(scenes).toMatch(/It ends\.\n<\/scene>$/)
  expect(wholeScenes).toEqual([])
})
