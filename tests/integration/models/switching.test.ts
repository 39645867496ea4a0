import { expect, test } from 'vitest'
import { SOON, generate, jobRow, untilEnded } from '../generation/generation-server.ts'
import { signedIn, startLiveServer } from '../../support/signed-in.ts'
import { forFile } from '../../support/for-file.ts'
import { connection, modelsFixture, onlyConnection, openProvider } from './models-fixture.ts'

const fixture = forFile(() => modelsFixture({ WORKER_CONCURRENCY: '12' }))

test('switching the default and deleting its connection while 20 generations run loses none', async () => {
  const release = Promise.withResolvers<void>()
  const asked: string[] = []
  const held = await openProvider({
    models: ['first'],
    answers: async (answer, { body }) => {
      asked.push((body as { model: string }).model)
      answer.say('INT. ROOM - DAY\n\nWritten ')
      await release.promise
      answer.say('by first.\n')
      answer.end()
    },
  })
  const other = await openProvider({ models: ['second'] })
  const first = connection(held.baseUrl, { name: 'First' })
  const { ids } = onlyConnection((await fixture.manage(first)).state)
  await fixture.manage({ action: 'default', modelId: ids['first'] })

  // Another process takes jobs too. It was started before the change and is not restarted.
  const second = await startLiveServer(fixture.database.url, fixture.options, {
    AI_ALLOW_PRIVATE: 'true',
    WORKER_CONCURRENCY: '4',
  })
  const people = await Promise.all(
    Array.from({ length: 20 }, (_, n) => signedIn(fixture.pool, `person${n}`)),
  )
  const jobs = await Promise.all(people.map((person) => generate(fixture.server, person)))
  // Four of the twenty are still waiting for a worker.
  await expect.poll(() => asked.length, SOON).toBe(16)

  const saved = await fixture.manage(connection(other.baseUrl, { name: 'Second' }))
  const next = saved.state.connections.find(({ name }) => name === 'Second')?.models[0]?.id
  await fixture.manage({ action: 'default', modelId: next })
  await fixture.manage({ action: 'delete', id: first.id })
  const afterwards = await generate(second, fixture.anna)
  release.resolve()

  for (const [n, jobId] of jobs.entries()) {
    const status = await untilEnded(fixture.server, people[n] as (typeof people)[number], jobId)
    expect([n, status.status, status.result?.trim().split('\n').at(-1)]).toEqual([
      n,
      'completed',
      'Written by first.',
    ])
  }
  expect(asked).toHaveLength(20)
  const status = await untilEnded(second, fixture.anna, afterwards)
  expect(status.result).toContain('Written by second.')
  expect(await jobRow(fixture.pool, afterwards)).toMatchObject({
    model: 'openai-compatible second',
  })
})
