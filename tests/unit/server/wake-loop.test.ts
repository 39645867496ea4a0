import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WakeLoop } from '../../../server/common/wake-loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const never = () => {
  throw new Error('no round should fail here')
}

/** A loop whose rounds end when the test says so. */
function steppedLoop() {
  const rounds: PromiseWithResolvers<number | undefined>[] = []
  const failures: unknown[] = []
  const loop = new WakeLoop({
    round: () => {
      const round = Promise.withResolvers<number | undefined>()
      rounds.push(round)
      return round.promise
    },
    onError: (error) => {
      failures.push(error)
      return 5_000
    },
  })
  const settle = () => vi.advanceTimersByTimeAsync(0)
  const end = async (index: number, delay?: number) => {
    rounds[index]?.resolve(delay)
    await settle()
  }
  const fail = async (index: number, error: Error) => {
    rounds[index]?.reject(error)
    await settle()
  }
  return { loop, rounds, failures, end, fail }
}

test('it does nothing until it is woken, then runs one round', async () => {
  const { loop, rounds, end } = steppedLoop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rounds).toHaveLength(0)
  loop.wake()
  expect(rounds).toHaveLength(1)
  await end(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rounds).toHaveLength(1)
})

test('wakes during a round lead to exactly one more, after it', async () => {
  const { loop, rounds, end } = steppedLoop()
  loop.wake()
  loop.wake()
  loop.wake()
  expect(rounds).toHaveLength(1)
  await end(0)
  expect(rounds).toHaveLength(2)
  await end(1)
  expect(rounds).toHaveLength(2)
})

test('a wake in the very tick in which a round ends is not lost', async () => {
  let rounds = 0
  const loop = new WakeLoop({
    round: async () => {
      rounds += 1
      return undefined
    },
    onError: never,
  })
  loop.wake()
  // One microtask at a time, so that every point between two rounds is hit.
  for (let step = 1; step <= 10; step += 1) {
    await Promise.resolve()
    const before = rounds
    loop.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(rounds).toBeGreaterThan(before)
  }
})

test('the next round starts after the delay that the last one asked for', async () => {
  const { loop, rounds, end } = steppedLoop()
  loop.wake()
  await end(0, 1_000)
  await vi.advanceTimersByTimeAsync(999)
  expect(rounds).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(rounds).toHaveLength(2)
})

test('a wake does not wait for the delay, and replaces it', async () => {
  const { loop, rounds, end } = steppedLoop()
  loop.wake()
  await end(0, 1_000)
  loop.wake()
  expect(rounds).toHaveLength(2)
  await end(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rounds).toHaveLength(2)
})

test('a failed round is reported and tried again later', async () => {
  const { loop, rounds, failures, fail } = steppedLoop()
  const error = new Error('the database is away')
  loop.wake()
  await fail(0, error)
  expect(failures).toEqual([error])
  await vi.advanceTimersByTimeAsync(4_999)
  expect(rounds).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(rounds).toHaveLength(2)
})

test('stopping waits for the current round and starts no other', async () => {
  const { loop, rounds, end } = steppedLoop()
  let hasStopped = false
  loop.wake()
  loop.wake()
  const stopping = loop.stop().finally(() => {
    hasStopped = true
  })
  expect(loop.isStopped).toBe(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(hasStopped).toBe(false)
  await end(0, 1_000)
  await stopping
  loop.wake()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rounds).toHaveLength(1)
})

test('stopping cancels the next round', async () => {
  const { loop, rounds, end } = steppedLoop()
  loop.wake()
  await end(0, 1_000)
  await loop.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(rounds).toHaveLength(1)
})
