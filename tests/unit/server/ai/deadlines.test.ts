import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Reading } from '../../../../server/ai/provider/deadlines.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A source that says what the test says, and does not care whether anybody has had enough. */
function openSource() {
  const controllers: ReadableStreamDefaultController<string>[] = []
  const stream = new ReadableStream<string>({
    start: (controller) => void controllers.push(controller),
    cancel: () => new Promise(() => undefined),
  })
  const [source] = controllers as [ReadableStreamDefaultController<string>]
  return { source, reading: new Reading(stream.getReader()) }
}

const codeOf = (part: Promise<unknown>) =>
  part.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

test('parts come as they are said, then the end', async () => {
  const { source, reading } = openSource()
  reading.allow(100)
  source.enqueue('FADE')
  source.close()
  expect(await reading.next()).toBe('FADE')
  expect(await reading.next()).toBeUndefined()
})

test("the source's own error is handed on", async () => {
  const { source, reading } = openSource()
  reading.allow(100)
  source.error(Object.assign(new Error('lost'), { code: 'ECONNRESET' }))
  expect(await codeOf(reading.next())).toBe('ECONNRESET')
})

test('a part that does not come in time is a timeout, even if the source does not listen', async () => {
  const { reading } = openSource()
  reading.allow(100)
  const code = codeOf(reading.next())
  await vi.advanceTimersByTimeAsync(100)
  expect(await code).toBe('provider_timeout')
})

test('the time runs from the last word said about it, not from part to part', async () => {
  const { source, reading } = openSource()
  reading.allow(100)
  await vi.advanceTimersByTimeAsync(90)
  reading.allowAgain()
  source.enqueue('a sign of life')
  await reading.next()
  source.enqueue('none')
  await reading.next()
  const code = codeOf(reading.next())
  await vi.advanceTimersByTimeAsync(90)
  source.enqueue('in time')
  expect(await code).toBe('none')
  const late = codeOf(reading.next())
  await vi.advanceTimersByTimeAsync(10)
  expect(await late).toBe('provider_timeout')
})

test('the time that the reader takes for a part does not count', async () => {
  const { source, reading } = openSource()
  reading.allow(100)
  source.enqueue('FADE')
  await reading.next()
  await vi.advanceTimersByTimeAsync(5000)
  source.enqueue(' IN')
  expect(await reading.next()).toBe(' IN')
})

test('what is broken off ends at once, and stays ended', async () => {
  const { source, reading } = openSource()
  reading.allow(100)
  const code = codeOf(reading.next())
  reading.breakOff('aborted')
  expect(await code).toBe('aborted')
  expect(() => source.enqueue('too late')).toThrow('closed')
  expect(await codeOf(reading.next())).toBe('aborted')
})
