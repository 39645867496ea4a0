import { expect, test } from 'vitest'
import { createHashQueue, type HashCaller } from '../../../../server/auth/passwords.ts'

const room = { atOnce: 1, perSubject: 100, perClient: 100, total: 100 }

/** Parses `client/subject`, with an exclamation mark if the caller is known. */
function parse(caller: string): HashCaller {
  const [client = '', subject = ''] = caller.replace('!', '').split('/')
  return { client, subject, isKnown: caller.endsWith('!') }
}

/** Adds jobs that finish one after the other; returns the order in which they ran. */
async function order(
  queue: ReturnType<typeof createHashQueue>,
  callers: string[],
): Promise<string[]> {
  const ran: string[] = []
  await Promise.all(
    callers.map((caller) => {
      return queue.run(parse(caller), async () => {
        ran.push(caller)
        await Promise.resolve()
      })
    }),
  )
  return ran
}

test('one account does not delay another of the same client by more than one turn', async () => {
  const flood = Array.from({ length: 20 }, () => 'a/mallory')
  const ran = await order(createHashQueue(room), [...flood, 'a/anna'])
  expect(ran.indexOf('a/anna')).toBeLessThanOrEqual(2)
})

test('one client with many accounts does not delay another client by more than one turn', async () => {
  const flood = Array.from({ length: 20 }, (_, n) => `a/mallory${n}`)
  const ran = await order(createHashQueue(room), [...flood, 'b/anna', 'b/bert'])
  expect(ran.indexOf('b/anna')).toBeLessThanOrEqual(2)
  expect(ran.indexOf('b/bert')).toBeLessThanOrEqual(4)
  expect(ran).toHaveLength(22)
})

test('strangers on many clients do not delay who is known, and are not starved', async () => {
  const strangers = Array.from({ length: 20 }, (_, n) => `${n}/anna`)
  const known = Array.from({ length: 3 }, () => 'z/anna!')
  const ran = await order(createHashQueue(room), [...strangers, ...known])
  // The first stranger ran before anybody waited.
  const turns = ran.slice(1, 7)
  expect(turns.filter((caller) => caller === 'z/anna!')).toHaveLength(3)
  expect(turns.filter((caller) => caller !== 'z/anna!')).toHaveLength(3)
})

test('as many run at once as there may', async () => {
  const queue = createHashQueue({ ...room, atOnce: 2 })
  let running = 0
  let most = 0
  const work = async () => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    running -= 1
  }
  const callers = Array.from({ length: 10 }, (_, n) => ({
    client: 'a',
    subject: `${n}`,
    isKnown: false,
  }))
  await Promise.all(callers.map((caller) => queue.run(caller, work)))
  expect(most).toBe(2)
})

test.each([
  ['account', { ...room, perSubject: 3 }, ['a/m', 'a/m', 'a/m', 'a/m', 'a/m'], 'a/n', 429],
  ['client', { ...room, perClient: 3 }, ['a/1', 'a/2', 'a/3', 'a/4', 'a/5'], 'b/n', 429],
  ['server', { ...room, total: 3 }, ['a/1', 'b/2', 'c/3', 'd/4', 'e/5'], undefined, 503],
])('too many waiting for one %s are refused', async (_, limits, callers, other, status) => {
  const queue = createHashQueue(limits)
  const held = Promise.withResolvers<void>()
  const add = (caller: string) => {
    return queue.run(parse(caller), () => held.promise)
  }
  const added = callers.map(add)
  await expect(added.pop()).rejects.toMatchObject({ status })
  if (other) added.push(add(other))
  held.resolve()
  await Promise.all(added)
})
