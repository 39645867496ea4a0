import { expect, test } from 'vitest'
import { FairSlots } from '../../../server/documents/fair-slots.ts'

/** Slots in which each job runs until the test tells it to finish. */
function controlled(slots: number) {
  const fair = new FairSlots({ slots, waiting: 8, perUser: 4 })
  const started: string[] = []
  const running = new Map<string, () => void>()
  const request = (user: string, name: string) =>
    fair.run(user, async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      started.push(name)
      running.set(name, resolve)
      await promise
    })
  const finish = async (name: string, work: Promise<void>) => {
    running.get(name)?.()
    await work
  }
  return { fair, started, request, finish }
}

test('waiting users take turns', async () => {
  const { started, request, finish } = controlled(1)
  const names = ['ann 1', 'ann 2', 'ann 3', 'bob 1', 'bob 2', 'cy 1']
  const works = new Map(names.map((name) => [name, request(name.split(' ')[0] ?? '', name)]))
  await Promise.resolve()
  for (let turn = 0; turn < names.length; turn += 1) {
    const name = started[turn] ?? ''
    await finish(name, works.get(name) ?? Promise.reject(new Error('nothing was started')))
  }
  expect(started).toEqual(['ann 1', 'ann 2', 'bob 1', 'cy 1', 'ann 3', 'bob 2'])
})

test('one user alone leaves a slot for the others', async () => {
  const { started, request, finish } = controlled(2)
  const first = request('ann', 'ann 1')
  const second = request('ann', 'ann 2')
  const other = request('bob', 'bob 1')
  await Promise.resolve()
  expect(started).toEqual(['ann 1', 'bob 1'])
  await finish('bob 1', other)
  expect(started).toEqual(['ann 1', 'bob 1'])
  await finish('ann 1', first)
  await finish('ann 2', second)
  expect(started).toEqual(['ann 1', 'bob 1', 'ann 2'])
})

test('above the bound of one user, the answer is 429 with Retry-After; others are served', async () => {
  const { fair, request } = controlled(2)
  const own = [1, 2, 3, 4].map((n) => request('ann', `ann ${n}`).catch(() => 'refused'))
  await expect(request('ann', 'ann 5')).rejects.toMatchObject({
    status: 429,
    code: 'too_many_documents',
    extra: { headers: { 'Retry-After': '5' } },
  })
  expect(await fair.run('bob', async () => 'served')).toBe('served')
  fair.close()
  expect(await Promise.all(own.slice(1))).toEqual(['refused', 'refused', 'refused'])
})

test('a work that fails gives its slot back', async () => {
  const { fair } = controlled(1)
  await expect(fair.run('ann', () => Promise.reject(new Error('torn')))).rejects.toThrow('torn')
  expect(await fair.run('bob', async () => 'served')).toBe('served')
})
