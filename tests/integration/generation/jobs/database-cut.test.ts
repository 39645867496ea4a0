import { expect, test } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { holdTimers } from '../../../support/hold-timers.ts'
import { startJob } from './held-job.ts'
import {
  answersIn,
  follow,
  startGenerationServer,
  type GenerationServer,
  untilEnded,
  usedBy,
} from '../generation-server.ts'

const fixture = forFile(startGenerationServer)

/** Terminates every connection except the test's own. */
const cutDatabase = ({ pool }: GenerationServer) =>
  pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )

test('changes announced while disconnected are read right after reconnecting', async () => {
  holdTimers(4_000)
  const { reader, answer, jobId } = await startJob(fixture, 'FADE ')
  // In one transaction, so that the notification is sent while the listener is disconnected.
  await fixture.pool.query(
    `update public.generation_jobs set partial_text = 'FADE IN:' where id = '${jobId}';
     select private.announce_generation('${jobId}');
     select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'script-writer listener' and datname = current_database()`,
  )
  await reader.until(({ text }) => text === 'FADE IN:')
  answer.say('IN:')
  answer.end()
  await reader.ended
  expect(reader.text).toBe('FADE IN:')
  expect(reader.events.at(-1)).toMatchObject({ event: 'end', data: { status: 'completed' } })
})

test.each(['before the first word', 'in the middle', 'just before the end'])(
  'when the database is cut %s the job ends once, with its whole text',
  async (when) => {
    const { pool, anna, server } = fixture
    const used = await usedBy(pool, anna)
    const job = await startJob(fixture, ...(when === 'before the first word' ? [] : ['FADE ']))
    if (when === 'just before the end') job.answer.say('🌊 IN:')
    await cutDatabase(fixture)
    if (when !== 'just before the end') {
      job.answer.say(when === 'in the middle' ? '' : 'FADE ')
      job.answer.say('🌊 IN:')
    }
    job.answer.end()
    expect(await untilEnded(server, anna, job.jobId)).toMatchObject({
      status: 'completed',
      result: 'FADE 🌊 IN:',
      partial: 'FADE 🌊 IN:',
    })
    expect(await answersIn(pool, job.conversationId)).toEqual(['FADE 🌊 IN:'])
    expect(await usedBy(pool, anna)).toBe(used + 1)
    // The reader's own connection may or may not have been cut.
    await job.reader.close()
    const again = await follow(server, anna, job.jobId, { lastEventId: job.reader.lastId })
    await again.ended
    expect(job.reader.text + again.text).toBe('FADE 🌊 IN:')
  },
)

test('while the disk of the database is full, a finished job waits, and ends when there is space', async () => {
  const { pool, anna, server } = fixture
  const used = await usedBy(pool, anna)
  const job = await startJob(fixture, 'FADE ')
  await pool.query(`
    create sequence public.refused_writes;
    grant usage on sequence public.refused_writes to public;
    create function public.refuse_write() returns trigger language plpgsql as $$
    begin
      perform nextval('public.refused_writes');
      raise sqlstate '53100' using message = 'could not extend file: No space left on device';
    end $$;
    create trigger refuse_write before insert or update on public.generation_jobs
      for each row execute function public.refuse_write()`)
  job.answer.say('🌊 IN:')
  job.answer.end()
  // Storing the text and ending the job are both refused, more than once.
  const refusals = () => pool.query('select last_value::int as tries from public.refused_writes')
  await expect
    .poll(async () => (await refusals()).rows[0].tries, { timeout: 20_000 })
    .toBeGreaterThan(3)
  await pool.query('drop trigger refuse_write on public.generation_jobs')
  expect(await untilEnded(server, anna, job.jobId)).toMatchObject({
    status: 'completed',
    result: 'FADE 🌊 IN:',
  })
  expect(await answersIn(pool, job.conversationId)).toEqual(['FADE 🌊 IN:'])
  expect(await usedBy(pool, anna)).toBe(used + 1)
  await job.reader.close()
})
