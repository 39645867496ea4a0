import { expect, test } from 'vitest'
import { compose } from '../../../../server/demo-writer/compose.ts'
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
  const parts = await partsOf(createDemoWriter(200_000, { duration: 0 }).write(prompt, never))
  const end = parts.pop()
  const pieces = parts.map((part) => (part.type === 'text' ? part.text : ''))
  expect(end).toEqual({
    type: 'end',
    usage: { inputTokens: null, outputTokens: null },
    truncated: false,
  })
  expect(pieces.join('')).toBe(compose('A heist.', ''))
  expect(pieces.length).toBeGreaterThan(50)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200)
})

test('it continues its own answer, and anything else with more scenes', async () => {
  const textOf = async (continued: string) =>
    (
      await partsOf(
        createDemoWriter(200_000, { duration: 0 }).write({ ...prompt, continued }, never),
      )
    )
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('')
  const whole = compose('A heist.', '')
  expect(await textOf(whole.slice(0, 500))).toBe(whole.slice(500))
  expect(await textOf('INT. CELLAR - NIGHT\n\nNo')).toMatch(
    /^INT\. CELLAR - NIGHT\n\nNo\n[^]+INT|EXT/,
  )
})

test('it calls itself a demo', () => {
  expect(createDemoWriter(200_000).name).toBe('demo')
})

test('it is paced', async () => {
  const start = performance.now()
  await partsOf(createDemoWriter(200_000, { duration: 100 }).write(prompt, never))
  expect(performance.now() - start).toBeGreaterThan(90)
})

test('it can be aborted', async () => {
  const stop = new AbortController()
  const writing = createDemoWriter(200_000, { duration: 600_000 }).write(prompt, stop.signal)
  const parts = partsOf(writing)
  stop.abort()
  await expect(parts).rejects.toMatchObject({ code: 'aborted' })
})

test('a script too long to return whole is refused, not truncated', async () => {
  const currentScript = 'x'.repeat(1001)
  const writing = createDemoWriter(1000, { duration: 0 }).write({ ...prompt, currentScript }, never)
  await expect(partsOf(writing)).rejects.toMatchObject({ code: 'prompt_too_long' })
})
