import { expect, test } from 'vitest'
import { startLiveServer } from '../../../support/signed-in.ts'
import { startJob } from './held-job.ts'
import {
  answersIn,
  generate,
  jobRow,
  startGenerationServer,
  SOON,
  untilEnded,
  usedBy,
} from '../generation-server.ts'

test('a shutdown releases jobs without counting an attempt, and the next server finishes them', async () => {
  const fixture = await startGenerationServer()
  const { pool, anna, database, provider } = fixture
  const first = await startJob(fixture, 'FADE ')
  const second = await generate(fixture.server, anna)
  const { request } = await provider.next()
  await fixture.server.stop()
  await Promise.all([first.request.closed, request.closed])
  for (const jobId of [first.jobId, second]) {
    expect(await jobRow(pool, jobId)).toMatchObject({
      status: 'processing',
      attempt: 1,
      tries: 0,
      leased_until: null,
    })
  }
  const next = await startLiveServer(database.url, {}, provider.env)
  for (const text of ['First', 'Second']) {
    const { answer } = await provider.next()
    answer.say(text)
    answer.end()
  }
  for (const jobId of [first.jobId, second]) {
    expect(await untilEnded(next, anna, jobId)).toMatchObject({ status: 'completed' })
    expect(await jobRow(pool, jobId)).toMatchObject({ attempt: 2, tries: 1 })
  }
  expect(await answersIn(pool, first.conversationId)).toHaveLength(1)
  expect(await usedBy(pool, anna)).toBe(2)
})

test('a job survives any number of shutdowns', async () => {
  const fixture = await startGenerationServer({ WORKER_CONCURRENCY: '0' })
  const { pool, anna, database, provider } = fixture
  const jobId = await generate(fixture.server, anna)
  for (const attempt of [1, 2, 3, 4]) {
    const server = await startLiveServer(database.url, {}, provider.env)
    await provider.next()
    expect(await jobRow(pool, jobId)).toMatchObject({ attempt, tries: 1 })
    await server.stop()
    expect(await jobRow(pool, jobId)).toMatchObject({ attempt, tries: 0, leased_until: null })
  }
})

test('a job claimed during the shutdown is released too', async () => {
  const fixture = await startGenerationServer()
  const { pool, anna, server } = fixture
  const { jobId, reader } = await startJob(fixture, 'FADE ')
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table public.generation_jobs in exclusive mode')
  const { rows } = await holder.query<{ id: string }>(
    "insert into public.generation_jobs (user_id, prompt) values ($1, 'Another') returning id",
    [anna.id],
  )
  await holder.query("insert into private.generation_inputs values ($1, '')", [rows[0]?.id])
  await pool.query("select pg_notify('script_writer_jobs', '')")
  const waiting = async () => {
    const locks = await pool.query(
      "select from pg_locks where not granted and relation = 'public.generation_jobs'::regclass",
    )
    return locks.rows.length
  }
  await expect.poll(waiting, SOON).toBe(1)
  const stopped = server.stop()
  await reader.ended
  await holder.query('commit')
  holder.release()
  await stopped
  for (const id of [jobId, rows[0]?.id ?? '']) {
    expect(await jobRow(pool, id)).toMatchObject({ leased_until: null, tries: 0 })
  }
})
