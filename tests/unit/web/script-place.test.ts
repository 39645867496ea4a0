import { expect, test } from 'vitest'
import type { Message } from '../../../web/features/chat/api/messages.ts'
import { scriptPlace } from '../../../web/features/editor/state/script-place.ts'

const message = (type: 'user' | 'ai', content: string, over: Partial<Message> = {}) =>
  ({ type, content, kind: 'text', withheld: null, ...over }) as Message

const prompt = message('user', 'Longer')
const answer = message('ai', 'INT. A')
const stop = message('ai', 'Generation stopped by user.', { kind: 'stopped' })
const withheld = message('ai', 'Sorry.', { withheld: 'refusal' })

test('an empty script has no place', () => expect(scriptPlace(' \n', [prompt, answer])).toBeNull())

test('the last answer that changed the script shows it', () => {
  expect(scriptPlace('INT. A', [prompt, answer])).toBeNull()
  expect(scriptPlace('INT. A', [prompt, answer, prompt, withheld, stop])).toBeNull()
})

test('a script with other text stands behind it, above the answers that did not change it', () => {
  expect(scriptPlace('INT. B', [])).toBe(0)
  expect(scriptPlace('INT. B', [prompt])).toBe(0)
  expect(scriptPlace('INT. B', [prompt, withheld])).toBe(0)
  expect(scriptPlace('INT. B', [prompt, answer, prompt, withheld, stop])).toBe(2)
})

test('an answer that changed a part of the script stands below it', () => {
  const edit = {
    kind: 'replaced',
    id: 1,
    heading: 'INT. A',
    applied: true,
    text: 'INT. C',
  } as const
  const part = message('ai', 'INT. C', { changes: { prose: '', edits: [edit] } })
  expect(scriptPlace('INT. C', [prompt, part])).toBe(0)
  expect(scriptPlace('INT. B', [prompt, answer, prompt, part])).toBe(2)
})
