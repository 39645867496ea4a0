import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { Threads } from '../../../server/documents/threads.ts'
import type { Kept } from './keeping-thread.ts'

const THREAD = new URL('./keeping-thread.ts', import.meta.url)

test.for([
  ['little', { buffers: 1, objects: 1 }, true],
  ['large buffers', { buffers: 80, objects: 1 }, false],
  ['many objects', { buffers: 1, objects: 80 }, false],
] as const)('a thread that keeps %s: %o is used again: %s', async ([, kept, isUsedAgain]) => {
  const threads = new Threads<Kept, { thread: number }>(THREAD, pino({ level: 'silent' }), {
    threads: 2,
    waiting: 1,
    perUser: 1,
    milliseconds: 20_000,
    memoryMegabytes: 256,
    idleMilliseconds: 60_000,
  })
  onTestFinished(() => threads.close())
  const threadOf = (amount: Kept) => threads.run('anna', async (ask) => (await ask(amount)).thread)
  const first = await threadOf(kept)
  const second = await threadOf({ buffers: 0, objects: 0 })
  expect(first === second).toBe(isUsedAgain)
})
