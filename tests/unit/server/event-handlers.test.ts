import { expect, test } from 'vitest'
import { unguardedHandlers } from '../../support/event-handlers.ts'
import { sourcesIn } from '../../support/source-files.ts'

/** These handlers catch errors themselves, or run in a thread that may fail alone. */
const ALLOWED = [
  'server/ai/provider/bounded-fetch.ts: request response',
  'server/ai/provider/bounded-fetch.ts: this.#message data',
  'server/ai/thread/threaded-writer.ts: this.#worker message',
  'server/ai/thread/writing-thread.ts: parentPort? message',
  'server/database/bounded-client.ts: stream event',
  'server/database/bounded-client.ts: this drain',
  'server/database/embedded/set-passwords.ts: ) data',
  'server/database/listener.ts: client notification',
  'server/documents/pdf.ts: doc data',
  'server/http/drain.ts: server connection',
  'server/http/listen.ts: server upgrade',
  // Signals.
  'server/process/run-until-stopped.ts: process signal',
]

test('every handler of what a peer sends is guarded', () => {
  const found = unguardedHandlers(new Map(sourcesIn('server')))
  expect(found.toSorted()).toEqual(ALLOWED)
})

test.each([
  ["socket.on('message', (data) => take(data))", ['a.ts: socket message']],
  ["socket.once('data', take)", ['a.ts: socket data']],
  ["socket.on('message', guarded(take, fail))", []],
  ["socket.on('close', () => forget())", []],
])('of %s it finds %j', (text, found) =>
  expect(unguardedHandlers(new Map([['a.ts', text]]))).toEqual(found),
)
