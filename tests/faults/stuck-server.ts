import { randomUUID } from 'node:crypto'
import { readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { expect } from 'vitest'
import { ask, connectTo } from '../support/database/embedded-database.ts'
import { cleanUp } from '../support/clean-up.ts'
import { newClient } from '../support/client.ts'
import { openHostileProvider } from '../support/providers/hostile-provider.ts'
import { PASSWORD } from '../support/people.ts'
import { only } from '../support/rest/fixture.ts'
import { startServerProcess } from '../support/server-process.ts'
import { begin, keep, sha256, typed } from '../integration/versions/text-fixture.ts'
import { migratedDataDir } from './database/migrated-data-dir.ts'

const RAIN = 'INT. PIER - DAY\n\nRain.\n'
const ALL = `${'a '.repeat(9_999)}a`
/** The first of these letters has a note; they are deleted, and the answer brings them all back. */
const LETTERS = RAIN.replace('Rain.', ALL)
const TEXTS = 3

/** A server that is storing answers to texts with notes, and waits for a lock. */
export async function stuckServer() {
  const dataDir = await migratedDataDir()
  const { requests, baseUrl } = await openHostileProvider('openai-compatible', (answer) => {
    answer.say(`<scene id="1">\n${LETTERS}</scene>`)
    answer.end()
  })
  const env = {
    DATA_DIR: dataDir,
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'letters',
    AI_BASE_URL: baseUrl,
    AI_CONTEXT_TOKENS: '60000',
  }
  const startServer = () => startServerProcess(env)
  const server = startServer()
  const url = await server.url
  const client = await newClient(url)
  await client.auth.signUp({ email: 'anna@example.com', password: PASSWORD })
  await ask(dataDir, 'update public.profiles set approved = true')
  const works = await Promise.all(
    Array.from({ length: TEXTS }, async () => {
      const work = await begin(client, LETTERS)
      const text_hash = sha256(LETTERS)
      const first = LETTERS.indexOf('a ')
      const place = { start: first, end: first + 1 }
      only(await client.rpc('add_note', { work_id: work, text_hash, ...place, body: 'Why?' }))
      only(await keep(client, work, 1, typed(first, first + ALL.length, 'Rain.'), RAIN))
      return work
    }),
  )
  const lock = await connectTo(dataDir)
  cleanUp(() => lock.end().catch(() => undefined))
  await lock.query('begin; lock table private.text_steps in exclusive mode')
  for (const scriptId of works) {
    const asked = {
      prompt: 'Bring them back',
      scriptId,
      revision: 2,
      conversationId: randomUUID(),
      message: { id: randomUUID(), begins: true },
    }
    const { error } = await client.functions.invoke('generate-script', { body: asked })
    expect(error).toBeNull()
  }
  const waiting = async () =>
    (
      await ask(
        dataDir,
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%complete_generation%'`,
      )
    ).length
  await expect.poll(waiting, { timeout: 60_000 }).toBe(TEXTS)
  return { dataDir, server, start: startServer, client, requests, works }
}

/** The processes that work in this folder: those of its database. */
export async function processesIn(dataDir: string): Promise<string[]> {
  const cluster = await realpath(path.join(dataDir, 'postgres'))
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    if ((await realpath(`/proc/${pid}/cwd`).catch(() => '')) === cluster) found.push(pid)
  }
  return found
}

/** What is left once every job has ended, in a database that was started again. */
export const endOf = async (dataDir: string) => {
  const [left] = await ask(
    dataDir,
    `select
       (select jsonb_agg(distinct status) from public.generation_jobs) as jobs,
       (select count(*)::integer from private.generation_inputs) as inputs,
       (select jsonb_agg(distinct jsonb_build_array(type, withheld)) from public.chat_messages) as said,
       (select count(*)::integer from public.chat_messages where type = 'ai') as answers,
       (select jsonb_agg(distinct private.text_of_pieces(pieces)) from private.draft_texts) as texts,
       (select array_agg(distinct revision) from private.text_steps) as steps`,
  )
  return left
}

export const ENDED = {
  jobs: ['completed'],
  inputs: 0,
  said: [
    ['ai', null],
    ['user', null],
  ],
  answers: TEXTS,
  texts: [LETTERS],
  // The deletion, and the answer.
  steps: [1, 2],
}
