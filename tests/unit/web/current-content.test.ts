import { expect, test } from 'vitest'
import type { Message } from '../../../web/features/chat/api/messages.ts'
import type { StoredScript } from '../../../web/features/scripts/api/script.ts'
import {
  currentContent,
  savedScriptPlace,
} from '../../../web/features/editor/state/current-content.ts'

const message = (id: string, over: Partial<Message> = {}): Message => ({
  id,
  type: 'ai',
  kind: 'text',
  content: `text of ${id}`,
  created_at: '2026-01-02T00:00:00Z',
  job_id: null,
  withheld: null,
  partly_applied: false,
  used_at: null,
  ...over,
})
const script = { id: 's', title: 'T', text: 'saved', updatedAt: '2026-01-01T00:00:00Z' }
const later = { ...script, updatedAt: '2026-01-03T00:00:00Z' }
const stopped = [
  message('half', { job_id: 'j' }),
  message('note', { job_id: 'j', kind: 'stopped', content: 'Generation stopped by user.' }),
]

const textOf = (saved: StoredScript | null, said: Message[]) =>
  currentContent(saved, said, 'c').text

test('without a script the last answer is the content, and nothing is without one', () => {
  expect(textOf(null, [])).toBe('')
  const said = [message('a'), message('b'), message('c', { type: 'user' })]
  expect(textOf(null, said)).toBe('text of b')
})

test('an answer newer than the saved script takes its place, an older one does not', () => {
  expect(textOf(script, [message('a')])).toBe('text of a')
  expect(textOf(later, [message('a')])).toBe('saved')
  expect(textOf(script, [])).toBe('saved')
})

test('what was saved here is known by its answers, not by clocks that may differ', () => {
  const based = (answerId: string | null) => ({
    ...later,
    basis: { conversationId: 'c', answerId },
  })
  expect(textOf(based('a'), [message('a')])).toBe('saved')
  expect(textOf(based('a'), [message('a'), message('b')])).toBe('text of b')
  expect(textOf(based(null), [message('a')])).toBe('text of a')
})

test('saving a script as it is does not bring back an older answer', () => {
  const { basis } = currentContent(later, [message('a')], 'c')
  expect(textOf({ ...later, basis }, [message('a')])).toBe('saved')
})

test('an older answer of another conversation does not replace what was saved here', () => {
  const basis = { conversationId: 'other', answerId: 'b' }
  expect(textOf({ ...later, basis }, [message('a')])).toBe('saved')
})

test('a stopped answer fills an empty script and replaces no other', () => {
  expect(textOf(null, stopped)).toBe('text of half')
  expect(textOf({ ...later, text: ' ' }, stopped)).toBe('text of half')
  expect(textOf(script, stopped)).toBe('saved')
  expect(textOf(null, [message('whole'), ...stopped])).toBe('text of whole')
  // A note without a job says nothing about answers without one.
  expect(textOf(null, [message('whole'), message('note', { kind: 'stopped' })])).toBe(
    'text of whole',
  )
})

test('a withheld answer changes nothing, whatever the script is', () => {
  const withheld = message('b', { withheld: 'cut_off' })
  expect(textOf(null, [withheld])).toBe('')
  expect(textOf(null, [message('a'), withheld])).toBe('text of a')
  expect(textOf(script, [withheld])).toBe('saved')
  expect(currentContent(null, [message('a'), withheld], 'c').basis.answerId).toBe('a')
})

test('a withheld answer becomes the script when the writer uses it', () => {
  const used = message('old', { used_at: '2026-01-04T00:00:00Z' })
  expect(textOf(later, [used])).toBe('text of old')
  expect(textOf(null, [used, message('a')])).toBe('text of old')
  const basis = { conversationId: 'c', answerId: 'a' }
  expect(textOf({ ...later, basis }, [used, message('a')])).toBe('text of old')
  const saved = { ...script, updatedAt: '2026-01-05T00:00:00Z' }
  expect(textOf(saved, [used])).toBe('saved')
  const [half, note] = stopped
  expect(textOf(script, [{ ...half!, used_at: '2026-01-04T00:00:00Z' }, note!])).toBe(
    'text of half',
  )
})

test('the saved script stands behind the last older answer, unless that shows its text', () => {
  const asked = message('asked', { type: 'user' })
  expect(savedScriptPlace(null, [asked])).toBeNull()
  expect(savedScriptPlace({ ...script, text: '' }, [asked])).toBeNull()
  // Prompts without an answer stay below it.
  expect(savedScriptPlace(later, [asked])).toBe(0)
  expect(savedScriptPlace(script, [asked, message('a')])).toBe(0)
  expect(savedScriptPlace(later, [asked, message('a'), asked])).toBe(2)
  expect(savedScriptPlace(later, [...stopped, asked])).toBe(2)
  expect(savedScriptPlace({ ...later, text: 'text of a' }, [asked, message('a')])).toBeNull()
  expect(savedScriptPlace({ ...script, text: 'text of a' }, [message('a')])).toBeNull()
  expect(savedScriptPlace({ ...later, text: 'text of half' }, stopped)).toBeNull()
})
