import { expect, test, vi } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { RecordedStatements } from '../../../support/database/recorded-statements.ts'
import { signedIn } from '../../../support/signed-in.ts'
import { startJob, finishJob } from '../jobs/held-job.ts'
import { follow, generate, startGenerationServer, SOON } from '../generation-server.ts'

const METRICS_TOKEN = 'the-token-of-this-test'

const fixture = forFile(() => startGenerationServer({ METRICS_TOKEN }))

const refusalOf = async (response: Response) => ({
  status: response.status,
  body: (await response.json()) as unknown,
})
const refused = (status: number, code: string) => ({
  status,
  body: { success: false, error: expect.any(String) as string, code },
})

test("another user's job looks like one that does not exist", async () => {
  const { server, anna, bert } = fixture
  const { jobId } = await finishJob(fixture, 'FADE IN:')
  const nobodys = '00000000-0000-7000-8000-000000000000'
  const open = async (who: typeof anna, id: string) =>
    refusalOf((await follow(server, who, id)).response)
  expect(await open(bert, jobId)).toEqual(refused(404, 'job_not_found'))
  expect(await open(bert, nobodys)).toEqual(await open(bert, jobId))
  expect((await follow(server, anna, jobId)).response.status).toBe(200)
})

test('an unapproved caller and an invalid job id are refused', async () => {
  const { server, pool, anna } = fixture
  const { jobId } = await finishJob(fixture, 'FADE IN:')
  const waiting = await signedIn(pool, 'waiting', { approved: false })
  expect(await refusalOf((await follow(server, waiting, jobId)).response)).toEqual(
    refused(403, 'not_approved'),
  )
  for (const id of ['', 'x', "' or true --", '00000000']) {
    const { response } = await follow(server, anna, encodeURIComponent(id))
    expect(await refusalOf(response), `job ${id}`).toEqual(refused(400, 'invalid_request'))
  }
})

test.each([
  ['is restricted', 'update public.profiles set approved = false where id = $1'],
  ['has signed out', 'delete from auth.sessions where user_id = $1'],
])('a reader who %s in the middle gets no more text, and no error is logged', async (how, sql) => {
  const shouted = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  cleanUp(() => shouted.mockRestore())
  const cara = await signedIn(fixture.pool, `cara-${how.replace(' ', '-')}`)
  const hers = await startJob({ ...fixture, anna: cara }, 'Known. ')
  const annas = await startJob(fixture, 'Anna. ')
  await fixture.pool.query(sql, [cara.id])
  hers.answer.say('Secret.')
  annas.answer.say('More.')
  await hers.reader.ended
  await annas.reader.until(({ text }) => text === 'Anna. More.')
  expect(hers.reader.text).toBe('Known. ')
  expect(hers.reader.events.at(-1)?.event).toBe('delta')
  expect(shouted).not.toHaveBeenCalled()
  hers.answer.end()
  annas.answer.end()
  await annas.reader.ended
})

test('nothing is read for a disconnected reader', async () => {
  const { server, anna } = fixture
  const { jobId, answer, reader } = await startJob(fixture, 'One. ')
  const leaving = await Promise.all(Array.from({ length: 5 }, () => follow(server, anna, jobId)))
  await Promise.all(leaving.map((stream) => stream.until(({ text }) => text === 'One. ')))
  const statements = new RecordedStatements()
  cleanUp(() => vi.restoreAllMocks())
  let said = 'One. '
  /** How often the growing text is read. */
  const reads = async () => {
    statements.take()
    said += 'More. '
    answer.say('More. ')
    await reader.until(({ text }) => text === said)
    const ran = statements.take().batches.flat()
    return ran.filter((name) => name === 'generation_text').length
  }
  await expect.poll(reads, SOON).toBe(6)
  await Promise.all(leaving.map((stream) => stream.close()))
  await expect.poll(reads, SOON).toBe(1)
  expect(await reads()).toBe(1)
  answer.end()
  await reader.ended
})

test('readers hold no database connection, connected or not', async () => {
  const { server, anna } = fixture
  const { jobId, answer } = await startJob(fixture, 'One. ')
  await Promise.all(Array.from({ length: 30 }, () => follow(server, anna, jobId)))
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const busy = async () => {
    const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text()
    return /database_connections\{state="busy"\} (\d+)/.exec(metrics)?.[1]
  }
  await expect.poll(busy, SOON).toBe('0')
  answer.end()
})

test('a shutdown ends open streams promptly, without an end event', async () => {
  // Longer than any test runs: the streams must end although connections may stay open.
  const stopping = await startGenerationServer({}, { limits: { drainMilliseconds: 600_000 } })
  const { server, anna, pool } = stopping
  const { jobId, reader } = await startJob(stopping, 'FADE ')
  const readers = await Promise.all(Array.from({ length: 10 }, () => follow(server, anna, jobId)))
  const silent = await generate(server, anna)
  const unbegun = follow(server, anna, silent)
  await stopping.provider.next()
  // The job cannot be released yet, so the shutdown takes a while.
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('select from public.generation_jobs for update')
  const stopped = server.stop()
  await Promise.all([reader, ...readers].map((stream) => stream.ended))
  await (await unbegun).ended
  const again = await follow(server, anna, jobId).catch(() => undefined)
  expect(again?.response.status ?? 503).toBe(503)
  await holder.query('rollback')
  holder.release()
  await stopped
  expect(reader.events.at(-1)?.event).toBe('delta')
})
