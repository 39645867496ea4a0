import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FairQueue } from '../../../server/common/fair-queue.ts'

const PATIENCE = 1_000

/** Work named `user number` runs until the test ends it. `atOnce` of it may run, `perUser` of one user. */
function controlled({ atOnce, perUser = atOnce }: { atOnce: number; perUser?: number }) {
  const queue = new FairQueue<string>({
    groupsOf: (user) => [user],
    mayStart: (user, running) =>
      running.length < atOnce && running.filter((one) => one === user).length < perUser,
    checkWait(user, waiting) {
      if (waiting.filter((one) => one === user).length >= 4) throw new Error('too many')
    },
    patience: { milliseconds: PATIENCE, error: (user) => new Error(`${user} waited too long`) },
  })
  const started: string[] = []
  const endings = new Map<string, () => Promise<void>>()
  const request = (name: string) => {
    const held = Promise.withResolvers<void>()
    const done = queue.run(name.split(' ')[0] ?? '', () => {
      started.push(name)
      return held.promise
    })
    endings.set(name, async () => {
      held.resolve()
      await done
      // Lets the next one start.
      await vi.advanceTimersByTimeAsync(0)
    })
    return done
  }
  const end = (name = '') => endings.get(name)?.() ?? Promise.reject(new Error(`no ${name}`))
  return { queue, started, request, end }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('waiting users take turns', async () => {
  const { started, request, end } = controlled({ atOnce: 1 })
  const names = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'bob 2', 'cy 1']
  for (const name of names) void request(name)
  for (let turn = 0; turn < names.length; turn += 1) await end(started[turn])
  expect(started).toEqual(['ann 1', 'ann 2', 'bob 1', 'cy 1', 'ann 3', 'bob 2'])
})

test('work that may not start lets that of others go first', async () => {
  const { started, request, end } = controlled({ atOnce: 2, perUser: 1 })
  for (const name of ['ann 1', 'ann 2', 'bob 1', 'cy 1']) void request(name)
  expect(started).toEqual(['ann 1', 'bob 1'])
  await end('bob 1')
  expect(started).toEqual(['ann 1', 'bob 1', 'cy 1'])
  await end('ann 1')
  expect(started).toEqual(['ann 1', 'bob 1', 'cy 1', 'ann 2'])
})

test('who has too much waiting is refused, others are not', async () => {
  const { started, request, end } = controlled({ atOnce: 1 })
  for (const number of [1, 2, 3, 4, 5]) void request(`ann ${number}`)
  await expect(request('ann 6')).rejects.toThrow('too many')
  void request('bob 1')
  await end('ann 1')
  await end('ann 2')
  expect(started).toContain('bob 1')
})

test('work that waited too long is refused and never starts', async () => {
  const { started, request, end } = controlled({ atOnce: 1 })
  void request('ann 1')
  const [late] = await Promise.allSettled([request('bob 1'), vi.advanceTimersByTimeAsync(PATIENCE)])
  expect(late).toMatchObject({ reason: { message: 'bob waited too long' } })
  await end('ann 1')
  void request('cy 1')
  expect(started).toEqual(['ann 1', 'cy 1'])
})

test('work that fails lets the next start', async () => {
  const { queue } = controlled({ atOnce: 1 })
  await expect(queue.run('ann', () => Promise.reject(new Error('torn')))).rejects.toThrow('torn')
  expect(await queue.run('bob', async () => 'served')).toBe('served')
})

test('closing refuses what waits and what comes later', async () => {
  const { queue, started, request, end } = controlled({ atOnce: 1 })
  void request('ann 1')
  const waiting = request('bob 1')
  queue.close(new Error('stopping'))
  await expect(waiting).rejects.toThrow('stopping')
  await expect(request('cy 1')).rejects.toThrow('stopping')
  await end('ann 1')
  expect(started).toEqual(['ann 1'])
})
