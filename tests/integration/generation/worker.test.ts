import { expect, test } from 'vitest'
import { startLiveServer } from '../realtime/live-people.ts'
import { begun } from './dictated-job.ts'
import {
  generate,
  jobRow,
  openRoom,
  type Room,
  SOON,
  statusOf,
  untilEnded,
} from './writing-room.ts'

const promptOf = ({ request }: Room['dictation']['asked'][number]) =>
  /<request>\\n(.*?)\\n<\/request>/.exec(JSON.stringify(request.body))?.[1]

async function accept({ server, anna }: Room, prompts: string[]): Promise<string[]> {
  const jobs: string[] = []
  for (const prompt of prompts) jobs.push(await generate(server, anna, { prompt }))
  return jobs
}

async function finish({ dictation }: Room, text: string) {
  const pen = await dictation.next()
  pen.answer.say(text)
  pen.answer.end()
  return pen
}

test('a job starts as soon as it is requested', async () => {
  const room = await openRoom()
  const waits: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const asked = performance.now()
    const jobId = await generate(room.server, room.anna)
    const { at } = await finish(room, 'FADE IN:')
    waits.push(at - asked)
    expect(await untilEnded(room.server, room.anna, jobId)).toMatchObject({ status: 'completed' })
  }
  // A single slow run may be due to a busy machine.
  expect(waits.toSorted((one, other) => one - other)[2]).toBeLessThan(1000)
})

test.each([1, 2])('with WORKER_CONCURRENCY=%i so many jobs run at once', async (most) => {
  const room = await openRoom({ WORKER_CONCURRENCY: String(most) })
  const { server, anna, dictation } = room
  let open = 0
  let highest = 0
  const jobs = await accept(room, ['one', 'two', 'three', 'four', 'five'])
  await expect.poll(() => dictation.asked.length, SOON).toBe(most)
  const states = async () =>
    (await Promise.all(jobs.map((id) => statusOf(server, anna, id)))).map(({ status }) => status)
  expect((await states()).filter((state) => state === 'processing')).toHaveLength(most)
  for (let ended = 0; ended < jobs.length; ended += 1) {
    open = dictation.asked.length - ended
    highest = Math.max(highest, open)
    await finish(room, 'FADE IN:')
    await expect
      .poll(async () => (await states()).filter((state) => state === 'completed').length, SOON)
      .toBe(ended + 1)
  }
  expect(highest).toBe(most)
})

test('with WORKER_CONCURRENCY=0 jobs wait for another process', async () => {
  const room = await openRoom({ WORKER_CONCURRENCY: '0' })
  const [jobId = ''] = await accept(room, ['one'])
  await startLiveServer(room.database.url, {}, room.dictation.env)
  // A process that joins later starts at once; the first one never worked.
  await finish(room, 'FADE IN:')
  expect(await untilEnded(room.server, room.anna, jobId)).toMatchObject({ result: 'FADE IN:' })
  const works = (log: object[]) => JSON.stringify(log).includes('generation completed')
  expect(works(room.server.log)).toBe(false)
})

test('the oldest job runs first, wherever it is in the table', async () => {
  const room = await openRoom({ WORKER_CONCURRENCY: '0' })
  const prompts = ['one', 'two', 'three', 'four', 'five']
  const jobs = await accept(room, prompts)
  await room.pool.query('alter table public.generation_jobs disable trigger keep_times')
  for (const [index, place] of [3, 1, 5, 2, 4].entries()) {
    await room.pool.query(
      "update public.generation_jobs set created_at = now() + $2 * interval '1 hour' where id = $1",
      [jobs[index], place],
    )
  }
  await startLiveServer(room.database.url, {}, { ...room.dictation.env, WORKER_CONCURRENCY: '1' })
  const taken: (string | undefined)[] = []
  while (taken.length < jobs.length) taken.push(promptOf(await finish(room, 'FADE IN:')))
  expect(taken).toEqual(['two', 'four', 'one', 'five', 'three'])
})

test('a long-running job keeps its lease', async () => {
  const room = await openRoom()
  const { jobId, answer, reader } = await begun(room, 'FADE ')
  const lease = async () => (await jobRow(room.pool, jobId))['leased_until'] as Date
  const before = await lease()
  await expect.poll(async () => (await lease()) > before, SOON).toBe(true)
  answer.say('IN:')
  answer.end()
  await reader.ended
  expect(await jobRow(room.pool, jobId)).toMatchObject({ attempt: 1, result: 'FADE IN:' })
})
