import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { JsonRows, MAX_RESPONSE } from '../../../server/database/json-rows.ts'
import { UnsentResponses } from '../../../server/rest/unsent-responses.ts'

const MB = 1024 * 1024

const response = () => Object.assign(new EventEmitter(), { destroyed: false }) as ServerResponse

/** Large reads, each of which is built until the test ends it. */
function readings() {
  const unsent = new UnsentResponses()
  const log: string[] = []
  const read = (caller: string) => {
    const built = Promise.withResolvers<string>()
    const done = unsent.read(caller, async (mayBeLarge) => {
      const isAllowed = mayBeLarge()
      log.push(`${caller} ${isAllowed ? 'built' : 'stopped'}`)
      return isAllowed ? built.promise : undefined
    })
    // What still waits when the test ends is refused later.
    void done.catch(() => undefined)
    const end = () => {
      built.resolve(caller)
      return done
    }
    return { end }
  }
  return { unsent, log, read }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('two large responses of a caller and four of all are built at once; the others are stopped, and built later', async () => {
  const { log, read } = readings()
  const [first] = ['anna', 'anna', 'anna', 'bert', 'bert', 'carl'].map(read)
  expect(log).toEqual([
    'anna built',
    'anna built',
    'anna stopped',
    'bert built',
    'bert built',
    'carl stopped',
  ])
  await first?.end()
  await turn()
  expect(log.slice(6)).toEqual(['anna built'])
})

test('what a client has not read yet leaves no room, and makes room as it is read', async () => {
  const { unsent, log, read } = readings()
  const release = unsent.hold('anna', MAX_RESPONSE, response())
  const closed = response()
  unsent.hold('anna', MB, closed)
  read('anna')
  expect(log).toEqual(['anna stopped'])
  release(MB - 1)
  await turn()
  expect(log).toEqual(['anna stopped'])
  release(1)
  await turn()
  expect(log).toEqual(['anna stopped', 'anna built'])
  read('anna')
  release(MAX_RESPONSE)
  await turn()
  expect(log).toEqual(['anna stopped', 'anna built', 'anna stopped'])
  closed.emit('close')
  await turn()
  expect(log.at(-1)).toBe('anna built')
})

test('a read that stays small is not limited', async () => {
  const { unsent, read } = readings()
  for (const caller of ['anna', 'anna', 'bert', 'bert']) read(caller)
  expect(await unsent.read('anna', () => Promise.resolve('small'))).toBe('small')
})

test('a large response is kept as bytes, and a small one as text', () => {
  const rows = new JsonRows([{ name: 'a', dataTypeID: 25 }])
  rows.add(['ä'])
  expect(rows.body).toBe('{"a":"ä"}')
  rows.add(['ä'.repeat(MB)])
  rows.add([null])
  const { body } = rows
  expect(typeof body).toBe('object')
  expect(Buffer.concat(body as Buffer[]).toString()).toBe(
    `{"a":"ä"},\n{"a":"${'ä'.repeat(MB)}"},\n{"a":null}`,
  )
})
