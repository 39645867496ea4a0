import { expect, test } from 'vitest'
import { startLiveServer } from '../../../support/signed-in.ts'
import { generate, startGenerationServer, untilEnded, usedBy } from '../generation-server.ts'
import { startJob } from './held-job.ts'
import { WorkerByHand } from './worker-by-hand.ts'

const TOO_COMPLEX = {
  status: 'failed',
  code: 'text_too_complex',
  error:
    'The script takes too long to work on, because it has far more parts than a screenplay. Please make it shorter.',
}

test('a request whose script takes too long ends with a sentence and is refunded', async () => {
  const { server, anna, pool, provider } = await startGenerationServer(
    {},
    { textLimits: { milliseconds: 1 } },
  )
  const jobId = await generate(server, anna, { currentScript: 'INT. HOUSE - DAY\n\nRain.' })
  expect(await untilEnded(server, anna, jobId)).toMatchObject(TOO_COMPLEX)
  expect(await usedBy(pool, anna)).toBe(0)
  expect(provider.asked).toEqual([])
})

test('a request whose script takes too much memory ends alone, and the server goes on', async () => {
  const fixture = await startGenerationServer({}, { textLimits: { memoryMegabytes: 16 } })
  const { server, anna, bert, pool } = fixture
  const jobId = await generate(server, anna, { currentScript: '*a*\n\n'.repeat(90_000) })
  expect(await untilEnded(server, anna, jobId)).toMatchObject(TOO_COMPLEX)
  expect(await usedBy(pool, anna)).toBe(0)
  const { answer, reader } = await startJob({ ...fixture, anna: bert }, 'FADE IN:')
  answer.end()
  await reader.ended
  expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } })
})

test('a job whose worker ended twice is failed and refunded, not tried a third time', async () => {
  const fixture = await startGenerationServer({ WORKER_CONCURRENCY: '0' })
  const { server, anna, pool, provider, database } = fixture
  const worker = new WorkerByHand(pool)
  const jobId = await generate(server, anna)
  await worker.claim()
  await worker.takeOver(jobId)
  await pool.query("update public.generation_jobs set leased_until = now() - interval '1 s'")
  await startLiveServer(database.url, {}, provider.env)
  expect(await untilEnded(server, anna, jobId)).toMatchObject({
    status: 'failed',
    code: 'interrupted',
    error: 'The generation was interrupted too often. Please try again.',
  })
  expect(await usedBy(pool, anna)).toBe(0)
  expect(provider.asked).toEqual([])
})
