import { expect, test } from 'vitest'
import { startLiveServer } from '../../../support/signed-in.ts'
import { startJob } from './held-job.ts'
import {
  generate,
  jobRow,
  startGenerationServer,
  type GenerationServer,
  SOON,
  statusOf,
} from '../generation-server.ts'

const promptOf = ({ request }: GenerationServer['provider']['asked'][number]) =>
  /<request>\\n(.*?)\\n<\/request>/.exec(JSON.stringify(request.body))?.[1]

async function accept({ server, anna }: GenerationServer, prompts: string[]): Promise<string[]> {
  const jobs: string[] = []
  for (const prompt of prompts) jobs.push(await generate(server, anna, { prompt }))
  return jobs
}

async function finish({ provider }: GenerationServer, text: string) {
  const held = await provider.next()
  held.answer.say(text)
  held.answer.end()
  return held
}

test('with WORKER_CONCURRENCY=2 so many jobs run at once', async () => {
  const most = 2
  const fixture = await startGenerationServer({ WORKER_CONCURRENCY: String(most) })
  const { server, anna, provider } = fixture
  let open = 0
  let highest = 0
  const jobs = await accept(fixture, ['one', 'two', 'three', 'four'])
  await expect.poll(() => provider.asked.length, SOON).toBe(most)
  const states = async () =>
    (await Promise.all(jobs.map((id) => statusOf(server, anna, id)))).map(({ status }) => status)
  expect((await states()).filter((state) => state === 'processing')).toHaveLength(most)
  for (let ended = 0; ended < jobs.length; ended += 1) {
    open = provider.asked.length - ended
    highest = Math.max(highest, open)
    await finish(fixture, 'FADE IN:')
    await expect
      .poll(async () => (await states()).filter((state) => state === 'completed').length, SOON)
      .toBe(ended + 1)
  }
  expect(highest).toBe(most)
})

test('the oldest job runs first, wherever it is in the table', async () => {
  const fixture = await startGenerationServer({ WORKER_CONCURRENCY: '0' })
  const prompts = ['one', 'two', 'three', 'four', 'five']
  const jobs = await accept(fixture, prompts)
  await fixture.pool.query('alter table public.generation_jobs disable trigger keep_times')
  for (const [index, place] of [3, 1, 5, 2, 4].entries()) {
    await fixture.pool.query(
      "update public.generation_jobs set created_at = now() + $2 * interval '1 hour' where id = $1",
      [jobs[index], place],
    )
  }
  await startLiveServer(
    fixture.database.url,
    {},
    { ...fixture.provider.env, WORKER_CONCURRENCY: '1' },
  )
  const taken: (string | undefined)[] = []
  while (taken.length < jobs.length) taken.push(promptOf(await finish(fixture, 'FADE IN:')))
  expect(taken).toEqual(['two', 'four', 'one', 'five', 'three'])
})

test('a long-running job keeps its lease', async () => {
  const fixture = await startGenerationServer()
  const { jobId, answer, reader } = await startJob(fixture, 'FADE ')
  const lease = async () => (await jobRow(fixture.pool, jobId))['leased_until'] as Date
  const before = await lease()
  await expect.poll(async () => (await lease()) > before, { ...SOON, interval: 200 }).toBe(true)
  answer.say('IN:')
  answer.end()
  await reader.ended
  expect(await jobRow(fixture.pool, jobId)).toMatchObject({ attempt: 1, result: 'FADE IN:' })
})
