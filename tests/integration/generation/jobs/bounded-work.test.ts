import { expect, test } from 'vitest'
import { newClient } from '../../../support/client.ts'
import { holdLock } from '../../../support/database/held-lock.ts'
import { PASSWORD } from '../../../support/people.ts'
import { signedIn, startLiveServer } from '../../../support/signed-in.ts'
import {
  createWriters,
  generate,
  jobRow,
  newConversation,
  openHeldProvider,
  startGenerationServer,
  statusOf,
  untilEnded,
  usedBy,
} from '../generation-server.ts'

test('however long the statements of workers wait, people sign in, read the state of jobs, and the server is ready', async () => {
  // As many turns as workers have connections.
  const { server, pool } = await startGenerationServer({}, { textLimits: { threads: 6 } })
  const account = { email: 'carla@example.com', password: PASSWORD }
  await (await newClient(server.url)).auth.signUp(account)
  const names = ['one', 'two', 'three', 'four', 'five']
  const writers = await Promise.all(names.map((name) => signedIn(pool, name)))
  // What a prompt is built from cannot be read.
  const lock = await holdLock(pool, 'lock table public.golden_examples')
  const asked = writers.flatMap((writer) => [writer, writer, writer])
  const jobs = await Promise.all(asked.map((writer) => generate(server, writer)))
  await lock.awaitedBy(6)
  const { error } = await (await newClient(server.url)).auth.signInWithPassword(account)
  expect(error).toBeNull()
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  const [writer, jobId = ''] = [asked[0], jobs[0]]
  expect(writer && (await statusOf(server, writer, jobId))).toMatchObject({ status: 'processing' })
})

test('an answer that takes too long to store is withheld with a reason, counts, and is not asked for again', async () => {
  const { database, pool, anna } = await createWriters()
  const url = new URL(database.url)
  url.searchParams.set('options', '-c script_writer.statement_timeout=1500')
  const provider = await openHeldProvider()
  const server = await startLiveServer(url.href, {}, provider.env)
  await pool.query(`
    create function public.never() returns trigger language plpgsql as
      'begin perform pg_sleep(600); return new; end';
    create trigger never before insert on public.script_versions
      for each row execute function public.never()`)
  const conversationId = await newConversation(pool, anna)
  const jobId = await generate(server, anna, { conversationId })
  const { answer } = await provider.next()
  answer.say('INT. PIER - DAY\n\nRain.\n')
  answer.end()
  expect(await untilEnded(server, anna, jobId)).toMatchObject({
    status: 'completed',
    withheld: 'too_slow',
    script: null,
  })
  expect(await usedBy(pool, anna)).toBe(1)
  expect(provider.asked).toHaveLength(1)
  expect(await jobRow(pool, jobId)).toMatchObject({ attempt: 1 })
})
