import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DeadlineReader } from '../../../../server/ai/provider/provider-stream.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A stream that the test feeds, and whose cancellation never finishes. */
function openSource() {
  const controllers: ReadableStreamDefaultController<string>[] = []
  const stream = new ReadableStream<string>({
    start: (controller) => void controllers.push(controller),
    cancel: () => new Promise(() => undefined),
  })
  const [source] = controllers as [ReadableStreamDefaultController<string>]
  const reader = new DeadlineReader(stream.getReader())
  reader.setDeadline(100)
  return { source, reader }
}

const codeOf = (part: Promise<unknown>) =>
  part.then(
    () => 'none',
    (error: { code: string }) => error.code,
  )

test('it returns every part, then undefined', async () => {
  const { source, reader } = openSource()
  source.enqueue('FADE')
  source.close()
  expect(await reader.next()).toBe('FADE')
  expect(await reader.next()).toBeUndefined()
})

test("it passes on the source's own error", async () => {
  const { source, reader } = openSource()
  source.error(Object.assign(new Error('lost'), { code: 'ECONNRESET' }))
  expect(await codeOf(reader.next())).toBe('ECONNRESET')
})

test('a late part is a timeout, even if the source ignores being cancelled', async () => {
  const { reader } = openSource()
  const code = codeOf(reader.next())
  await vi.advanceTimersByTimeAsync(100)
  expect(await code).toBe('provider_timeout')
})

test('the deadline counts from its last renewal, not from part to part', async () => {
  const { source, reader } = openSource()
  await vi.advanceTimersByTimeAsync(90)
  reader.renewDeadline()
  source.enqueue('a token')
  await reader.next()
  source.enqueue('no token')
  await reader.next()
  const code = codeOf(reader.next())
  await vi.advanceTimersByTimeAsync(90)
  source.enqueue('in time')
  expect(await code).toBe('none')
  const late = codeOf(reader.next())
  await vi.advanceTimersByTimeAsync(10)
  expect(await late).toBe('provider_timeout')
})

test('the time the caller spends on a part does not count', async () => {
  const { source, reader } = openSource()
  source.enqueue('FADE')
  await reader.next()
  await vi.advanceTimersByTimeAsync(5000)
  source.enqueue(' IN')
  expect(await reader.next()).toBe(' IN')
})

test('aborting ends a pending read at once, and every later one', async () => {
  const { source, reader } = openSource()
  const code = codeOf(reader.next())
  reader.abort('aborted')
  expect(await code).toBe('aborted')
  expect(() => source.enqueue('too late')).toThrow('closed')
  expect(await codeOf(reader.next())).toBe('aborted')
})
