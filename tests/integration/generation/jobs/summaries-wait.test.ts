import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { createMemoryFixture, isForNotes } from '../answers/memory-fixture.ts'
import { generate, newConversation } from '../generation-server.ts'

// A server that accepts requests, and others that work on them.
const fixture = forFile(() => createMemoryFixture({ WORKER_CONCURRENCY: '0' }))

test('the scenes of a script are summarized when no answer waits any more', async () => {
  const { start, server, reset, change, requests, pool, anna, noted } = fixture
  await reset()
  const first = await start({ WORKER_CONCURRENCY: '1' })
  await change()
  await first.stop()
  requests.length = 0
  for (let asked = 0; asked < 3; asked += 1)
    await generate(server, anna, { conversationId: await newConversation(pool, anna) })
  await start({ WORKER_CONCURRENCY: '1', AI_MEMORY: 'on' })
  await expect.poll(noted, { timeout: 30_000 }).toBeGreaterThan(0)
  const kinds = requests.map(isForNotes)
  expect(kinds.indexOf(true)).toBeGreaterThan(2)
  expect(kinds.lastIndexOf(false)).toBeLessThan(kinds.indexOf(true))
})
