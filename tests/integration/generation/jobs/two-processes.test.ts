import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { holdTimers } from '../../../support/hold-timers.ts'
import { startLiveServer } from '../../../support/signed-in.ts'
import {
  answersIn,
  follow,
  generate,
  invoke,
  newConversation,
  createWriters,
  openHeldProvider,
  startGenerationServer,
  statusOf,
  untilEnded,
  usedBy,
} from '../generation-server.ts'
import type { TestServer } from '../../../support/test-server.ts'

/** A process that only serves, and one that serves and works. */
async function openTwo() {
  const writers = await createWriters()
  const provider = await openHeldProvider()
  const start = (concurrency: string): Promise<TestServer> =>
    startLiveServer(writers.database.url, {}, { ...provider.env, WORKER_CONCURRENCY: concurrency })
  return { ...writers, provider, serving: await start('0'), working: await start('4') }
}

const two = forFile(openTwo)

test('a job that runs in one process streams live through another', async () => {
  holdTimers(4_000)
  const { serving, anna, bert, pool, provider } = two
  const conversationId = await newConversation(pool, anna)
  const jobId = await generate(serving, anna, { conversationId })
  const { answer } = await provider.next()
  const reading = follow(serving, anna, jobId)
  let said = ''
  for (const piece of ['INT. ', 'LEUCHTTURM ', '🌊 ', '- NACHT']) {
    said += piece
    answer.say(piece)
    await (await reading).until(({ text }) => text === said)
  }
  expect(await statusOf(serving, anna, jobId)).toMatchObject({ status: 'processing' })
  const reader = await reading
  answer.end()
  await reader.ended
  expect(reader.text).toBe('INT. LEUCHTTURM 🌊 - NACHT')
  expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } })
  expect(await answersIn(pool, conversationId)).toEqual([reader.text])
  expect((await follow(serving, bert, jobId)).response.status).toBe(404)
})

test('stopping through one process closes the provider request of the other', async () => {
  // Also holds the heartbeat, which would find that the job has ended.
  holdTimers(4_000)
  const { serving, anna, pool, provider } = two
  const conversationId = await newConversation(pool, anna)
  const used = await usedBy(pool, anna)
  const jobId = await generate(serving, anna, { conversationId })
  const { answer, request } = await provider.next()
  answer.say('FADE ')
  const reader = await follow(serving, anna, jobId)
  await reader.until(({ text }) => text === 'FADE ')
  const stopped = await invoke(serving, anna, 'cancel-generation', { jobId })
  expect(stopped).toEqual({ status: 200, body: { status: 'failed' } })
  await request.closed
  await reader.ended
  expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { code: 'stopped' } })
  expect(await answersIn(pool, conversationId)).toEqual(['FADE ', 'Generation stopped by user.'])
  expect(await usedBy(pool, anna)).toBe(used + 1)
})

test('two processes share the jobs, and none runs twice', async () => {
  const first = await startGenerationServer({ WORKER_CONCURRENCY: '2' })
  const { anna, bert, pool, database, provider, server } = first
  const other = await openHeldProvider()
  await startLiveServer(database.url, {}, { ...other.env, WORKER_CONCURRENCY: '2' })
  const jobs: [typeof anna, string][] = []
  for (const who of [anna, anna, bert, bert]) jobs.push([who, await generate(server, who)])
  // No job ends before both processes are at their limit.
  const pens = [await provider.next(), await provider.next(), await other.next()]
  for (const { answer } of [...pens, await other.next()]) {
    answer.say('FADE IN:')
    answer.end()
  }
  for (const [who, jobId] of jobs) {
    expect(await untilEnded(server, who, jobId)).toMatchObject({ result: 'FADE IN:' })
  }
  expect(provider.asked.length + other.asked.length).toBe(jobs.length)
  const { rows } = await pool.query('select distinct attempt from public.generation_jobs')
  expect(rows).toEqual([{ attempt: 1 }])
})
