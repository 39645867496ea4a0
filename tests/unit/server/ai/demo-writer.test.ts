import { expect, test } from 'vitest'
import { answer } from '../../../../server/demo-writer/answer.ts'
import { newScript } from '../../../../server/demo-writer/compose.ts'
import { createDemoWriter } from '../../../../server/ai/demo-writer.ts'
import type { Prompt, WritingPart } from '../../../../server/ai/writer.ts'

const prompt: Prompt = { system: '', messages: [], request: 'A heist.', currentScript: '' }
const never = new AbortController().signal

async function partsOf(writing: AsyncIterable<WritingPart>) {
  const parts: WritingPart[] = []
  for await (const part of writing) parts.push(part)
  return parts
}

test('the script arrives in many small pieces and then ends', async () => {
  const parts = await partsOf(createDemoWriter(200_000, 0).write(prompt, never))
  const end = parts.pop()
  const pieces = parts.map((part) => (part.type === 'text' ? part.text : ''))
  expect(end).toEqual({
    type: 'end',
    usage: { inputTokens: null, cachedInputTokens: null, outputTokens: null },
    truncated: false,
  })
  expect(pieces.join('')).toBe(answer({ request: 'A heist.', currentScript: '' }))
  expect(pieces.length).toBeGreaterThan(50)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200)
})

test('it continues its own answer, and anything else with another scene', async () => {
  const textOf = async (continued: string) =>
    (await partsOf(createDemoWriter(200_000, 0).write({ ...prompt, continued }, never)))
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('')
  const whole = newScript('A heist.')
  expect(await textOf(whole.slice(0, 500))).toBe(whole.slice(500))
  expect(await textOf('INT. CELLAR - NIGHT\n\nNo')).toMatch(/^\n\nINT\. CELLAR - LATER\n\n/)
})

test('it calls itself a demo', () => expect(createDemoWriter(200_000, 0).name).toBe('demo'))

test('it is paced', async () => {
  const start = performance.now()
  await partsOf(createDemoWriter(200_000, 100).write(prompt, never))
  expect(performance.now() - start).toBeGreaterThan(90)
})

test('it can be aborted', async () => {
  const stop = new AbortController()
  const writing = createDemoWriter(200_000, 600_000).write(prompt, stop.signal)
  const parts = partsOf(writing)
  stop.abort()
  await expect(parts).rejects.toMatchObject({ code: 'aborted' })
})

test('it answers as it was asked', async () => {
  const asked = { ...prompt, currentScript: 'INT. A\n\nRain.', mode: 'ask' } as const
  const parts = await partsOf(createDemoWriter(200_000, 0).write(asked, never))
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  expect(text).toContain('the script has 1 scene')
})

test('an answer that is too long is refused, not truncated', async () => {
  const writing = createDemoWriter(1000, 0).write(prompt, never)
  await expect(partsOf(writing)).rejects.toMatchObject({ code: 'prompt_too_long' })
})
