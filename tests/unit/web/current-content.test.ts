import { expect, test } from 'vitest'
import type { Message } from '../../../web/features/chat/api/messages.ts'
import { currentContent } from '../../../web/features/editor/state/current-content.ts'

const message = (id: string, over: Partial<Message> = {}): Message => ({
  id,
  type: 'ai',
  kind: 'text',
  content: `text of ${id}`,
  created_at: '2026-01-02T00:00:00Z',
  job_id: null,
  ...over,
})
const script = { id: 's', title: 'T', text: 'saved', updatedAt: '2026-01-01T00:00:00Z' }

test('without a script the last answer is the content, and nothing is without one', () => {
  expect(currentContent(null, [])).toEqual({ text: '', answerId: null })
  const said = [message('a'), message('b'), message('c', { type: 'user' })]
  expect(currentContent(null, said)).toEqual({ text: 'text of b', answerId: 'b' })
})

test('an answer newer than the saved script takes its place, an older one does not', () => {
  expect(currentContent(script, [message('a')]).text).toBe('text of a')
  const later = { ...script, updatedAt: '2026-01-03T00:00:00Z' }
  expect(currentContent(later, [message('a')])).toEqual({ text: 'saved', answerId: null })
  expect(currentContent(script, [])).toEqual({ text: 'saved', answerId: null })
})

test('what was saved here is known by its answer, not by clocks that may differ', () => {
  const basedOnA = { ...script, basis: 'a' }
  expect(currentContent(basedOnA, [message('a')]).text).toBe('saved')
  expect(currentContent(basedOnA, [message('a'), message('b')]).text).toBe('text of b')
  const basedOnNothing = { ...script, basis: null, updatedAt: '2027-01-01T00:00:00Z' }
  expect(currentContent(basedOnNothing, [message('a')]).text).toBe('text of a')
})

test('what was stopped half-way never becomes the content, nor does the note about it', () => {
  const said = [
    message('whole'),
    message('half', { job_id: 'j' }),
    message('note', { job_id: 'j', kind: 'stopped' }),
  ]
  expect(currentContent(null, said).answerId).toBe('whole')
  // Nor does a note without a job speak of answers without one.
  const note = message('note', { kind: 'stopped' })
  expect(currentContent(null, [message('whole'), note]).answerId).toBe('whole')
})
