import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { serverSentEvents } from '../../bench/support/server-sent-events.ts'
import { STOPPED_BY_USER } from '../../contract/generation.ts'
import { startEmbeddedServer } from '../../server/database/embedded/embedded-server.ts'
import { cleanUp } from '../support/clean-up.ts'
import { NOT_DURABLE } from '../support/database/database-settings.ts'
import { ask, passwordIn } from '../support/database/embedded-database.ts'
import { type Caller, GenerationRequest, signUp } from '../support/providers/generation-requests.ts'
import { rounds } from '../support/rounds.ts'
import {
  type ServerProcess,
  startServerProcess,
  temporaryFolder,
} from '../support/server-process.ts'
import { openSlowProvider, promptFor, scriptOf } from '../support/providers/slow-provider.ts'
import { migratedDataDir } from './database/migrated-data-dir.ts'

const ROUNDS = rounds('generation-kills')
const AT_ONCE = 4

type Row = {
  id: string
  user_id: string
  key: string
  status: string
  code: string | null
  result: string | null
  attempt: number
  finished_at: string | null
  /** The AI messages of the conversation. */
  said: string[]
}
type Query = <R>(text: string) => Promise<R[]>

const JOBS = `select id, user_id, idempotency_key as key, status, error_code as code, result, attempt,
    finished_at::text, array(
      select content from public.chat_messages
      where chat_messages.conversation_id = jobs.conversation_id and type = 'ai'
      order by created_at, id
    ) as said
  from public.generation_jobs as jobs order by created_at`

const providerAt = (baseUrl: string) => ({
  AI_PROVIDER: 'openai-compatible',
  AI_MODEL: 'slow',
  AI_BASE_URL: baseUrl,
  WORKER_CONCURRENCY: '40',
  MONTHLY_GENERATION_LIMIT: '10000',
})

/** Two approved writers; the first account becomes an admin and is not needed here. */
async function twoWriters(url: string, query: Query): Promise<Caller[]> {
  await signUp(url, 'admin')
  const writers = [await signUp(url, 'anna'), await signUp(url, 'bert')]
  await query('update public.profiles set approved = true')
  return writers
}

/** Creates requests, each in its own conversation. */
async function newRequests(prefix: string, writers: Caller[], query: Query) {
  const requests: GenerationRequest[] = []
  for (let n = 0; n < AT_ONCE; n += 1) {
    const writer = writers[n % writers.length] as Caller
    const name = `${prefix}-${n}`
    const [conversation] = await query<{ id: string }>(
      `insert into public.chat_conversations (user_id, title)
         values ('${writer.id}', '${name}') returning id`,
    )
    requests.push(new GenerationRequest(name, promptFor(name), writer, conversation?.id ?? ''))
  }
  return requests
}

async function kill({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

type Four = [GenerationRequest, GenerationRequest, GenerationRequest, GenerationRequest]

const atRandom = (most: number) => Math.random() * most
const soon = { interval: 10 }

const acceptAll = async (server: ServerProcess, requests: GenerationRequest[]) => {
  const url = await server.url
  await Promise.all(requests.map((request) => request.send(url)))
}

/** Kills the server while one generation has just ended, one streams, one is being stopped, one accepted. */
async function killAmid(
  server: ServerProcess,
  requests: GenerationRequest[],
  provider: Awaited<ReturnType<typeof openSlowProvider>>,
): Promise<void> {
  // In order of their names; the script's length depends on the name, and the third is the shortest.
  const [stopped, streamed, completed, accepted] = requests as Four
  const url = await server.url
  const beginLater = async (request: GenerationRequest) => {
    await pause(atRandom(800))
    await request.send(url)
  }
  await Promise.all([completed.send(url), beginLater(streamed), beginLater(stopped)])
  await expect.poll(() => provider.of(completed.name).isWhole, soon).toBe(true)
  const answers = Promise.all([accepted.send(url), stopped.stop(url)])
  await pause(atRandom(40))
  await kill(server)
  await answers
}

/** Remembers how jobs ended, and reports those whose outcome changed later. */
class Outcomes {
  readonly #known = new Map<string, string>()
  readonly changed: string[] = []

  note(rows: Row[]): void {
    for (const row of rows.filter(({ finished_at }) => finished_at !== null)) {
      const end = JSON.stringify(row)
      if ((this.#known.get(row.id) ?? end) !== end) this.changed.push(end)
      this.#known.set(row.id, end)
    }
  }
}

test('kill -9 ends every accepted generation exactly once', async () => {
  const provider = await openSlowProvider()
  const dataDir = await migratedDataDir()
  const query: Query = <R>(text: string) => ask(dataDir, text) as Promise<R[]>
  const start = () => startServerProcess({ DATA_DIR: dataDir, ...providerAt(provider.baseUrl) })
  const requests: GenerationRequest[] = []
  const outcomes = new Outcomes()
  let writers: Caller[] = []

  /** Repeats requests whose response was lost; this must not start another generation. */
  const sendUnanswered = async (url: string) => {
    const unanswered = requests.filter(({ isAnswered }) => !isAnswered)
    await Promise.all(unanswered.map((request) => request.send(url)))
  }

  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = start()
    const url = await server.url
    if (round === 1) writers = await twoWriters(url, query)
    outcomes.note(await query<Row>(JOBS))
    await sendUnanswered(url)
    const news = await newRequests(`round${round}`, writers, query)
    requests.push(...news)
    await killAmid(server, news, provider)
  }

  const url = await start().url
  await sendUnanswered(url)
  const open = async () =>
    (await query<Row>(JOBS)).filter(({ finished_at }) => finished_at === null).length
  await expect.poll(open, { interval: 1_000, timeout: 60_000 }).toBe(0)
  await expect.poll(provider.open, soon).toBe(0)

  // Repeating a request for an ended job changes nothing.
  await Promise.all(requests.map((request) => request.send(url)))
  const jobs = await query<Row>(JOBS)
  outcomes.note(jobs)
  expect(outcomes.changed).toEqual([])
  const jobsOfKeys = Object.fromEntries(requests.map(({ key, jobIds }) => [key, [...jobIds]]))
  expect(jobs).toHaveLength(requests.length)
  expect(jobsOfKeys).toEqual(Object.fromEntries(jobs.map(({ key, id }) => [key, [id]])))
  expect(await query('select from private.generation_inputs')).toEqual([])

  const lastTakes = new Map(
    requests.map(({ key, name }) => [key, scriptOf(name, provider.of(name).requests)]),
  )
  const byEnd = Map.groupBy(jobs, ({ status, code }) => code ?? status)
  const { completed = [], stopped = [], interrupted = [], ...others } = Object.fromEntries(byEnd)
  expect(others).toEqual({})
  expect(completed.map(({ result, said }) => ({ result, said }))).toEqual(
    completed.map(({ key }) => ({ result: lastTakes.get(key), said: [lastTakes.get(key)] })),
  )
  for (const { said, key } of stopped) {
    const [note, ...before] = said.toReversed()
    expect(note).toBe(STOPPED_BY_USER)
    expect(before.length).toBeLessThanOrEqual(1)
    const text = before.join()
    expect(lastTakes.get(key)?.slice(0, text.length)).toBe(text)
  }
  expect(interrupted.flatMap(({ said }) => said)).toEqual([])
  const toldStopped = requests.filter(({ isStopped }) => isStopped).map(({ key }) => key)
  expect(stopped.map(({ key }) => key)).toEqual(expect.arrayContaining(toldStopped))
  // Interrupted jobs were restarted, none more often than allowed.
  expect(completed.some(({ attempt }) => attempt > 1)).toBe(true)
  expect(Math.max(...requests.map(({ name }) => provider.of(name).requests))).toBeLessThanOrEqual(3)

  const counts = await query<{ id: string; count: number }>(
    `select user_id as id, sum(monthly_generations)::int as count
     from public.api_usage group by user_id`,
  )
  const taken = [...completed, ...stopped].map(({ user_id }) => user_id)
  expect(new Map(counts.map(({ id, count }) => [id, count]))).toEqual(
    new Map(writers.map(({ id }) => [id, taken.filter((by) => by === id).length])),
  )
})

/** A database outside of the servers, shared by them. */
async function sharedDatabase() {
  const log = pino({ level: 'silent' })
  const dataDir = await migratedDataDir()
  const password = await passwordIn(dataDir)
  const server = await startEmbeddedServer(dataDir, password, log, NOT_DURABLE)
  cleanUp(() => server.stop())
  const client = new Client(server.connection)
  cleanUp(() => client.end())
  await client.connect()
  const { host, user, database } = server.connection
  const query: Query = async <R>(text: string) => (await client.query(text)).rows as R[]
  return { url: `postgresql://${user}:${password}@localhost/${database}?host=${host}`, query }
}

const isUnderWay = ({ requests, pieces }: { requests: number; pieces: number }) =>
  requests === 2 && pieces > 2

/** Reads a generation to its end, and keeps the text before and after the restart. */
function follow(request: GenerationRequest, url: string) {
  const seen = { before: '', after: '', restarted: Number.NaN, status: '' }
  let side: 'before' | 'after' = 'before'
  let last = ''
  const read = async () => {
    for await (const { event, id, data } of serverSentEvents(await request.follow(url, last))) {
      const { text = '', status = '' } = data as { text?: string; status?: string }
      last = id
      seen[side] += text
      seen.status = status
      if (event !== 'restart') continue
      seen.restarted = performance.now()
      side = 'after'
    }
  }
  // Like the browser, resume an interrupted stream where it broke off.
  const readToEnd = async () => {
    do await read()
    while (seen.status === '')
  }
  return { seen, ended: readToEnd() }
}

test('when one process is killed and one frozen, another takes over, and the frozen one changes nothing when it wakes up', async () => {
  const woken = Promise.withResolvers<void>()
  const provider = await openSlowProvider({ after: 10, until: woken.promise })
  const { url: DATABASE_URL, query } = await sharedDatabase()
  const start = async (env: Record<string, string>) =>
    startServerProcess({
      DATA_DIR: await temporaryFolder(),
      DATABASE_URL,
      JWT_SECRET: 'a secret that all of them have, long enough',
      ...providerAt(provider.baseUrl),
      ...env,
    })
  const begun = (requests: GenerationRequest[]) =>
    requests.filter(({ name }) => provider.of(name).pieces === 10).length

  const killed = await start({ WORKER_CONCURRENCY: '2' })
  const writers = await twoWriters(await killed.url, query)
  const requests = await newRequests('shared', writers, query)
  await acceptAll(killed, requests)
  await expect.poll(() => begun(requests), soon).toBe(2)
  const ofFrozen = requests.filter(({ name }) => provider.of(name).requests === 0)
  const frozen = await start({})
  cleanUp(() => frozen.child.kill('SIGCONT'))
  await expect.poll(() => begun(requests), soon).toBe(AT_ONCE)

  const otherUrl = await (await start({})).url
  const followers = requests.map((request) => follow(request, otherUrl))
  const lines = () => followers.map(({ seen }) => seen.before.split('\n').length - 1)
  await expect.poll(lines, soon).toEqual(requests.map(() => 10))
  const killedAt = performance.now()
  frozen.child.kill('SIGSTOP')
  await kill(killed)

  // The frozen process wakes up while another works on its former job, and gets the rest of its own answer.
  const takenOver = () => ofFrozen.map(({ name }) => provider.of(name)).filter(isUnderWay).length
  await expect.poll(takenOver, { interval: 50, timeout: 60_000 }).toBe(ofFrozen.length)
  frozen.child.kill('SIGCONT')
  woken.resolve()
  await Promise.all(followers.map(({ ended }) => ended))
  await expect.poll(provider.open, soon).toBe(0)

  // The lease ends after 15 s and the next sweep follows within 5 s; a busy machine takes longer.
  expect(Math.max(...followers.map(({ seen }) => seen.restarted - killedAt))).toBeLessThan(60_000)
  expect(followers.map(({ seen: { before, after, status } }) => [before, after, status])).toEqual(
    requests.map(({ name }) => {
      const before = scriptOf(name, 1).split('\n').slice(0, 10).join('\n')
      return [`${before}\n`, scriptOf(name, 2), 'completed']
    }),
  )
  const jobs = await query<Row>(JOBS)
  expect(new Map(jobs.map(({ key, attempt, said }) => [key, { attempt, said }]))).toEqual(
    new Map(requests.map(({ key, name }) => [key, { attempt: 2, said: [scriptOf(name, 2)] }])),
  )
})
