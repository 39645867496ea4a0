import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ask } from '../support/database/embedded-database.ts'
import { rooms } from '../support/documents/forty-rooms.ts'
import { type Caller, signUp } from '../support/providers/generation-requests.ts'
import { openHostileProvider } from '../support/providers/hostile-provider.ts'
import { rounds, ROUNDS_TIMEOUT } from '../support/rounds.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { sha256 } from '../integration/versions/text-fixture.ts'
import { migratedDataDir } from './database/migrated-data-dir.ts'

const ROUNDS = rounds('reading-kills')
const ROOMS = 160
/** Beyond this room there is nothing to say, so that some calls yield nothing. */
const LAST_NOTED = 110
const SCRIPT = rooms(ROOMS)
const quoteIn = (n: number) => `The lamp of room ${n} flickers over bed ${n}.`
const isNoted = (n: number) => n <= LAST_NOTED && n % 3 !== 0

type Body = { messages: { content: unknown }[] }
type Row = { id: string; status: string; calls: number; calls_sent: number; user_id: string }

const soon = { interval: 20, timeout: 60_000 }

/** A model that notes every room it should, in two pieces, and remembers which parts it was asked to read. */
async function openReader() {
  const read = new Set<number>()
  const provider = await openHostileProvider('openai-compatible', async (answer, { body }) => {
    const last = JSON.stringify((body as Body).messages.at(-1)?.content)
    const ids = [...last.matchAll(/<scene id=\\?\\*"(\d+)/g)].map(([, id]) => Number(id))
    const notes = ids
      .filter(isNoted)
      .map((id) => `<note scene="${id}" quote="${quoteIn(id)}">About the lamp of ${id}.</note>`)
    read.add(ids[0] ?? 0)
    const text = notes.join('\n') || 'Nothing.'
    answer.say(text.slice(0, text.length / 2))
    await pause(Math.random() * 150)
    answer.say(text.slice(text.length / 2))
    answer.end()
  })
  return { ...provider, read }
}

async function post(url: string, { headers }: Caller, path: string, body: object) {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as unknown
}

async function beginReading(url: string, writer: Caller): Promise<string> {
  const workId = randomUUID()
  const changes = [{ origin: 'typed', splices: [{ start: 0, end: 0, text: SCRIPT }] }]
  const text = { work_id: workId, revision: 0, changes, text_hash: sha256(SCRIPT) }
  await post(url, writer, '/rest/v1/rpc/keep_draft', text)
  const request = { workId, reader: 'story-editor', idempotencyKey: randomUUID() }
  const { jobId } = (await post(url, writer, '/functions/v1/read-script', request)) as {
    jobId: string
  }
  return jobId
}

test(
  'kill -9 during readings loses and doubles no note, and the quota is exact',
  async () => {
    const provider = await openReader()
    const dataDir = await migratedDataDir()
    const query = <R>(text: string) => ask(dataDir, text) as Promise<R[]>
    const start = () =>
      startServerProcess({
        DATA_DIR: dataDir,
        AI_PROVIDER: 'openai-compatible',
        AI_MODEL: 'reader',
        AI_BASE_URL: provider.baseUrl,
        AI_CONTEXT_TOKENS: '4000',
        MONTHLY_GENERATION_LIMIT: '10000',
      })
    const partsRead = async (id: string) =>
      (
        await query<{ parts_read: number }>(
          `select parts_read from public.readings where id = '${id}'`,
        )
      )[0]?.parts_read ?? 0
    const jobs = () =>
      query<Row>(
        'select id, status, calls, calls_sent, user_id from public.generation_jobs order by created_at',
      )
    let writers: Caller[] = []
    const open = async () =>
      (await jobs()).filter(({ status }) => status === 'pending' || status === 'processing').length

    for (let round = 0; round < ROUNDS; round += 1) {
      const server: ServerProcess = start()
      const url = await server.url
      if (round === 0) {
        await signUp(url, 'admin')
        writers = [await signUp(url, 'anna'), await signUp(url, 'bert')]
        await query('update public.profiles set approved = true')
      }
      // Those of the round before go on, at the part where they stopped.
      await expect.poll(open, soon).toBe(0)
      const jobId = await beginReading(url, writers[round % 2] as Caller)
      const wanted = Math.floor(Math.random() * 5)
      await expect.poll(() => partsRead(jobId), soon).toBeGreaterThanOrEqual(wanted)
      await pause(Math.random() * 200)
      server.child.kill('SIGKILL')
      await server.ended
    }

    await start().url
    await expect.poll(open, soon).toBe(0)
    const ended = await jobs()
    expect(ended).toHaveLength(ROUNDS)
    const expected = Array.from({ length: ROOMS }, (_, at) => at + 1)
      .filter(isNoted)
      .map(quoteIn)
    // A call that had to be repeated costs nothing more.
    const cost = provider.read.size
    for (const { id, status, calls, calls_sent } of ended) {
      expect(status).toBe('completed')
      expect({ calls, calls_sent }).toEqual({ calls: cost, calls_sent: cost })
      const notes = await query<{ quote: string; words: string }>(
        `select quote, substr('${SCRIPT}', start + 1, "end" - start) as words
       from public.script_notes where job_id = '${id}' order by start`,
      )
      expect(notes.map(({ quote }) => quote)).toEqual(expected)
      expect(notes.map(({ words }) => words)).toEqual(expected)
    }
    const counts = await query<{ id: string; count: number }>(
      'select user_id as id, sum(monthly_generations)::int as count from public.api_usage group by user_id',
    )
    for (const { id, count } of counts)
      expect(count).toBe(cost * ended.filter(({ user_id }) => user_id === id).length)
    expect(await query('select from private.generation_inputs')).toEqual([])
  },
  Math.max(ROUNDS_TIMEOUT, 600_000),
)
