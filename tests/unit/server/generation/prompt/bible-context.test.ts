import { expect, test } from 'vitest'
import type { StoryKind } from '../../../../../contract/reading.ts'
import { bibleContext } from '../../../../../server/generation/prompt/bible-context.ts'
import { buildPrompt } from '../../../../../server/generation/prompt/build-prompt.ts'
import { tokensOf } from '../../../../../server/generation/prompt/tokens.ts'
import { longRooms } from './numbered-script.ts'

const SCRIPT = `INT. LIGHTHOUSE - NIGHT

Mira winds the clock. It will rain.

EXT. PIER - DAY

The keeper's brother waits.
`

const entry = (
  name: string,
  more: { kind?: StoryKind; aliases?: string[]; pinned?: boolean; body?: string } = {},
) => ({
  kind: 'character' as StoryKind,
  name,
  aliases: [],
  body: `About ${name}.`,
  pinned: false,
  ...more,
})

const ENTRIES = [
  entry('Zorro'),
  entry('Will'),
  entry('Mira', { aliases: ['the keeper'] }),
  entry('Pier'),
  entry('Nobody dies twice', { kind: 'rule' }),
  entry('The missing key', { kind: 'thread' }),
  entry('The sea', { pinned: true }),
]

const namesFor = (request: string, scene: string | null = null, tokens = 1_000) => {
  const start = scene === null ? 0 : SCRIPT.indexOf(scene)
  const target = scene === null ? null : { start, end: start + scene.length }
  const { names, of, text } = bibleContext(ENTRIES, { request, script: SCRIPT, target }, tokens)
  expect(tokensOf(text)).toBeLessThanOrEqual(tokens)
  return { names, of }
}

test('pinned entries come first, then those of the request, then rules, then those of the scenes', () =>
  expect(namesFor('Give zorro a scene.')).toEqual({
    names: ['The sea', 'Zorro', 'Nobody dies twice', 'Mira', 'Pier'],
    of: 5,
  }))

test('only the scenes that the request is about count, and other names count as the name', () => {
  expect(namesFor('Shorter.', 'It will rain.').names).toEqual([
    'The sea',
    'Nobody dies twice',
    'Mira',
  ])
  expect(namesFor('Shorter.', 'brother waits').names).toEqual([
    'The sea',
    'Nobody dies twice',
    'Mira',
    'Pier',
  ])
})

test('what does not fit is left out, and counted', () => {
  expect(namesFor('Give Zorro a scene.', null, 45)).toEqual({ names: ['The sea'], of: 5 })
  expect(namesFor('Give Zorro a scene.', null, 0)).toEqual({ names: [], of: 5 })
})

test('what the model was given adds up to what is sent, within 5%', () => {
  const { script } = longRooms(200)
  const bible = Array.from({ length: 120 }, (_, n) =>
    entry(`ROOM ${n + 1}`, { pinned: n < 3, body: 'A room with a door and no key. '.repeat(5) }),
  )
  for (const tokens of [4_000, 12_000]) {
    const { prompt, context } = buildPrompt(
      {
        request: 'Let Mira open room 7.',
        currentScript: script,
        continued: null,
        conversation: [
          { type: 'user', content: 'Begin.' },
          { type: 'ai', content: 'Begun.' },
        ],
        examples: [{ id: 'a', content: 'INT. BAR - DAY\n\nRain.' }],
        bible,
      },
      tokens,
    )
    const sent = [
      prompt.system,
      ...(prompt.context ?? []),
      ...prompt.messages.map(({ content }) => content),
    ]
    const counted = tokensOf(sent.join('\n\n'))
    const listed = context.parts.reduce((sum, part) => sum + part.tokens, 0)
    expect(counted).toBeLessThanOrEqual(tokens)
    expect(Math.abs(listed - counted) / counted).toBeLessThan(0.05)
    const of = context.parts.find(({ kind }) => kind === 'bible')
    expect(of?.names?.slice(0, 4)).toEqual(['ROOM 1', 'ROOM 2', 'ROOM 3', 'ROOM 7'])
    expect(of?.tokens).toBeLessThanOrEqual(tokens * 0.15)
  }
})
