import { expect, test } from 'vitest'
import type { AnswerChanges } from '../../../contract/generation.ts'
import {
  StreamingAnswer,
  isUsable,
  screenplayText,
  shownWhileStreaming,
  storedParts,
  wholeScript,
} from '../../../web/features/chat/answers/answer-parts.ts'
import type { Message } from '../../../web/features/chat/api/messages.ts'

const ANSWER = [
  'Rui goes first now.\n\n',
  '<scene id="2">\nINT. TRAM 28 - NIGHT\n\nRui waits.\n</scene>\n\n',
  '<scene id="4" delete="true"/>\n',
  '<scene after="2">\nEXT. RIVER - DAWN\n\nA boat.\n</scene>\n',
  'The others are untouched.',
].join('')

const grow = (text: string, size: number) => {
  const answer = new StreamingAnswer()
  for (let end = size; end < text.length + size; end += size) answer.read(text.slice(0, end))
  return answer.read(text)
}

test('a growing answer is read in pieces of any size', () => {
  const whole = grow(ANSWER, ANSWER.length)
  expect(whole).toMatchObject([
    { kind: 'prose', text: 'Rui goes first now.\n\n' },
    { kind: 'edit', edit: { kind: 'replaced', id: 2, heading: 'INT. TRAM 28 - NIGHT' } },
    { kind: 'edit', edit: { kind: 'deleted', id: 4 } },
    { kind: 'edit', edit: { kind: 'inserted', id: 2, heading: 'EXT. RIVER - DAWN' } },
    { kind: 'prose' },
  ])
  for (const size of [1, 2, 7, 40]) expect(grow(ANSWER, size)).toEqual(whole)
})

test('a new attempt begins again', () => {
  const answer = new StreamingAnswer()
  answer.read('<scene id="2">INT. TRAM')
  expect(answer.read('Something else.')).toEqual([{ kind: 'prose', text: 'Something else.' }])
})

test('text without tags is shown as a script if it begins like one', () => {
  const shown = (text: string) => shownWhileStreaming(new StreamingAnswer().read(text))[0]?.kind
  for (const script of [
    'INT. PIER - NIGHT\n\nA boat.',
    'Title: Pier\n\nint. pier',
    'FADE IN:',
    '.PIER',
  ])
    expect(shown(script)).toBe('script')
  for (const prose of [
    'Do you want it darker?',
    'Interesting. Which one?',
    'I moved her entrance.',
  ])
    expect(shown(prose)).toBe('prose')
  expect(shown('<script>\nOnly text.\n</script>')).toBe('script')
})

const edit = (over: Partial<AnswerChanges['edits'][number]>) => ({
  kind: 'replaced' as const,
  id: 2,
  heading: 'INT. TRAM 28 - NIGHT',
  applied: true,
  text: 'INT. TRAM 28 - NIGHT\n\nRui waits.\n',
  ...over,
})
const message = (over: Partial<Message>) =>
  ({
    type: 'ai',
    kind: 'text',
    content: 'INT. A',
    withheld: null,
    changes: null,
    ...over,
  }) as Message

test('a stored answer shows what it says and what it changed', () => {
  const changes = { prose: 'Done.\n', edits: [edit({}), edit({ applied: false })] }
  expect(storedParts(message({ changes }))).toMatchObject([
    { kind: 'prose', text: 'Done.' },
    { kind: 'edit', edit: { isApplied: true } },
    { kind: 'edit', edit: { isApplied: false } },
  ])
  expect(storedParts(message({}))).toEqual([{ kind: 'script', text: 'INT. A' }])
  expect(storedParts(message({ withheld: 'question' }))).toEqual([
    { kind: 'prose', text: 'INT. A' },
  ])
})

test('only an answer that is a whole script can become the script', () => {
  expect(isUsable(message({}))).toBe(true)
  expect(isUsable(message({ withheld: 'cut_off' }))).toBe(true)
  expect(isUsable(message({ withheld: 'question' }))).toBe(false)
  expect(isUsable(message({ withheld: 'unknown_scene' }))).toBe(false)
  const scene = message({ changes: { prose: '', edits: [edit({})] } })
  expect(isUsable(scene)).toBe(false)
  expect(wholeScript(scene)).toBeNull()
  const script = edit({ kind: 'script', id: null, text: null })
  const whole = message({ changes: { prose: '', edits: [script] } })
  expect(isUsable(whole)).toBe(true)
  expect(wholeScript(whole)).toBe('INT. A')
})

test.each([
  ['Here it is.', 'Here it is.\n\nINT. A\n\nRain.'],
  ['Done.', 'INT. A\n\nRain.\n\nDone.'],
  ['Here it is.\nDone.', 'Here it is.\n\nINT. A\n\nRain.\n\nDone.'],
])('a script is told from what is said beside it: %j', (prose, content) => {
  const edits = [edit({ kind: 'script', id: null, text: null })]
  const answer = message({ content, changes: { prose, edits } })
  expect(wholeScript(answer)).toBe('INT. A\n\nRain.')
  expect(storedParts(answer)).toEqual([
    { kind: 'prose', text: prose },
    { kind: 'script', text: 'INT. A\n\nRain.' },
  ])
})

test('what an answer says to the writer is no screenplay, also if it was stopped', () => {
  for (const withheld of ['question', 'refusal', 'conversation', 'stopped'] as const)
    expect(screenplayText(message({ content: "I can't help with that.", withheld }))).toBe('')
  expect(storedParts(message({ content: 'I made it', withheld: 'stopped' }))).toEqual([
    { kind: 'prose', text: 'I made it' },
  ])
  const script = message({ content: 'INT. A\n\nRain.', withheld: 'stopped' })
  expect(screenplayText(script)).toBe('INT. A\n\nRain.')
})

test('the screenplay text of an answer is that of its changes, without what it says', () => {
  const edits = [
    edit({}),
    edit({ kind: 'deleted', text: null }),
    edit({ text: 'EXT. SEA - DAY\n' }),
  ]
  expect(screenplayText(message({ changes: { prose: 'Done.', edits } }))).toBe(
    'INT. TRAM 28 - NIGHT\n\nRui waits.\n\nEXT. SEA - DAY',
  )
  expect(screenplayText(message({}))).toBe('INT. A')
})
