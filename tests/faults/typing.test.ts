import { randomInt } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { chainHash } from '../integration/versions/text-fixture.ts'
import { newClient } from '../support/client.ts'
import { ask } from '../support/database/embedded-database.ts'
import { openHostileProvider } from '../support/providers/hostile-provider.ts'
import { PASSWORD } from '../support/people.ts'
import { rounds } from '../support/rounds.ts'
import {
  postgresPid,
  type ServerProcess,
  startServerProcess,
  temporaryFolder,
} from '../support/server-process.ts'
import { migratedDataDir } from './database/migrated-data-dir.ts'
import { BrowserWriter, type Where } from './typing/browser-writer.ts'
import { Writer } from './typing/writer.ts'

const ROUNDS = rounds('typing-kills')
const AN_HOUR = 3_600_000

/** Answers in parts, so that a kill meets an answer that is being written. */
async function openProvider(answers: Map<string, string>) {
  const { baseUrl } = await openHostileProvider('openai-compatible', async (answer, request) => {
    const messages = (request.body as { messages: { content: string }[] }).messages
    const name = /the answer of ([\w-]+)\./.exec(messages.at(-1)?.content ?? '')?.[1] ?? ''
    const text = answers.get(name) ?? ''
    const size = Math.ceil(text.length / 10)
    for (let at = 0; at < text.length; at += size) {
      answer.say(text.slice(at, at + size))
      await pause(randomInt(60))
    }
    answer.end()
  })
  return baseUrl
}

/** The browser's storage belongs to an origin, so every start of the server uses the same port. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return String(port)
}

/** Without /proc it kills only the postmaster, whose children then exit. */
async function killDatabase(dataDir: string): Promise<void> {
  const pid = await postgresPid(dataDir)
  const listed = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(listed) ? readFileSync(listed, 'utf8').trim().split(/\s+/) : []
  for (const member of [pid, ...children.map(Number)]) process.kill(member, 'SIGKILL')
}

type Text = { number: number; text: string; is_intact: boolean }

/** The stored texts of a script: the working text as number 0, and the versions above the number `after`. */
const textsOf = (dataDir: string, work: string, after: number) =>
  ask(
    dataDir,
    `select 0 as number, private.text_of_pieces(texts.pieces) as text,
       drafts.text_hash = private.text_hash(private.text_of_pieces(texts.pieces)) as is_intact
     from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
     where drafts.work_id = '${work}'
     union all
     select versions.number, private.text_of_pieces(texts.pieces),
       versions.text_hash = private.text_hash(private.text_of_pieces(texts.pieces))
     from public.script_versions as versions join private.version_texts as texts on texts.version_id = versions.id
     where versions.work_id = '${work}' and versions.number > ${after}
     order by 1`,
  ) as Promise<Text[]>

/** Each line is one word; some are typed into a line of others. */
const linesIn = (text: string): string[] => text.match(/[a-z]+\d+x/g) ?? []

/** Reads what is new, and reports promised lines that are neither in the text nor in a version. */
class Lines {
  readonly #inVersions = new Set<string>()
  #latest = 0

  async lostOf(dataDir: string, { work, promised }: Writer): Promise<string[]> {
    const texts = await textsOf(dataDir, work, this.#latest)
    const damaged = texts.filter(({ is_intact }) => !is_intact)
    const current = new Set(linesIn(texts.find(({ number }) => number === 0)?.text ?? ''))
    for (const { number, text } of texts.filter((one) => one.number > 0)) {
      for (const line of linesIn(text)) this.#inVersions.add(line)
      this.#latest = Math.max(this.#latest, number)
    }
    const lost = [...promised].filter((line) => !current.has(line) && !this.#inVersions.has(line))
    return [...lost, ...damaged.map(({ number }) => `the text of version ${number}`)]
  }
}

type Victims = {
  tab?: 'page' | 'browser'
  backend?: 'server' | 'database'
  /** The writer in the browsers is signed out everywhere. */
  session?: true
}

/** What each round kills together; the first one kills something of everything. */
const VICTIMS: readonly Victims[] = [
  { tab: 'browser', backend: 'database', session: true },
  { tab: 'page', backend: 'server' },
  { backend: 'server' },
  { tab: 'browser' },
  { session: true },
  { backend: 'database' },
  { tab: 'page' },
]

/** Where the two browsers type: in different scenes, in the same one, in the same line. */
const PLACES: readonly [Where, Where][] = [
  ['beginning', 'end'],
  ['line', 'line'],
  ['end', 'end'],
]

test(
  'kill -9 of server, database and browser tab loses nothing that three users wrote, one of them in two browsers',
  async () => {
    const answers = new Map<string, string>()
    const env = {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'slow',
      AI_BASE_URL: await openProvider(answers),
      MONTHLY_GENERATION_LIMIT: '10000',
      PORT: await freePort(),
      DATA_DIR: await migratedDataDir(),
    }
    const dataDir = env.DATA_DIR
    let server: ServerProcess = startServerProcess(env)
    const url = await server.url
    const signUp = async (name: string) => {
      const client = await newClient(url)
      const { data } = await client.auth.signUp({
        email: `${name}@example.com`,
        password: PASSWORD,
      })
      if (!data.session) throw new Error(`no session for ${name}`)
      return new Writer(name, client, answers)
    }
    await signUp('admin')
    const carla = await signUp('carla')
    const writers = [await signUp('anna'), await signUp('bert'), carla]
    await ask(dataDir, 'update public.profiles set approved = true')
    for (const writer of writers) await writer.begin()
    await carla.save()
    const openTab = async (name: string) => {
      const profile = path.join(await temporaryFolder(), name)
      const place = { url, profile, script: carla.script, email: 'carla@example.com' }
      const tab = new BrowserWriter(carla, place)
      await tab.open()
      return tab
    }
    const [tab, other] = [await openTab('one'), await openTab('other')]
    const lines = new Map(writers.map((writer) => [writer, new Lines()]))

    /** A random action of a writer, mostly typing. */
    const step = async (writer: Writer) => {
      const dice = Math.random()
      if (dice < 0.06) await writer.save()
      else if (dice < 0.12) await writer.generate()
      else if (dice < 0.16) await writer.restore()
      else if (writer !== carla) await writer.type()
    }

    const linesOf = (writer: Writer) =>
      writer === carla ? Math.min(tab.safeLines, other.safeLines) : writer.promised.size
    const fewestLines = () => Math.min(...writers.map(linesOf))

    for (let round = 0; round < ROUNDS; round += 1) {
      const victims = VICTIMS[round % VICTIMS.length] ?? {}
      const over = new AbortController()
      /** A step on a killed page fails; its line counts only if it was confirmed. */
      const repeat = async (work: () => Promise<void>, wait: number) => {
        while (!over.signal.aborted) {
          await work().catch((error: unknown) => {
            if (!over.signal.aborted) throw error
          })
          await pause(randomInt(wait))
        }
      }
      const [here, there] = PLACES[round % PLACES.length] ?? ['end', 'end']
      const working = [
        ...writers.map((writer) => repeat(() => step(writer), writer === carla ? 3_000 : 80)),
        repeat(() => tab.type(here), 80),
        repeat(() => other.type(there), 80),
        repeat(async () => other.setOffline(Math.random() < 0.5), 2_000),
      ]
      const ended = Promise.allSettled(working)
      await pause(1_500 + randomInt(1_500))
      // Wait longer on a busy machine: a round without promised lines would prove nothing.
      await expect.poll(fewestLines, { timeout: 60_000 }).toBeGreaterThan(round)
      over.abort()
      if (victims.tab) await tab.kill(victims.tab)
      if (victims.backend === 'database') await killDatabase(dataDir)
      if (victims.backend) {
        server.child.kill('SIGKILL')
        await server.ended
      }
      await ended
      if (victims.backend) {
        server = startServerProcess(env)
        await server.url
      }
      if (victims.session) {
        await ask(
          dataDir,
          `delete from auth.sessions where user_id = (
          select id from public.profiles where email = 'carla@example.com')`,
        )
        await carla.client.auth.signInWithPassword({
          email: 'carla@example.com',
          password: PASSWORD,
        })
      }
      if (victims.tab) await tab.open()
      if (victims.session)
        for (const one of victims.tab ? [other] : [tab, other]) await one.signInAgain()
      for (const one of [tab, other]) await one.settle()
      expect((await ended).filter(({ status }) => status === 'rejected')).toEqual([])
      for (const writer of writers) {
        await writer.sendAgain()
        const lost = await lines.get(writer)?.lostOf(dataDir, writer)
        expect({ round, victims, name: writer.name, lost }).toMatchObject({ lost: [] })
      }
    }

    const unfinished = async () =>
      ask(dataDir, 'select from public.generation_jobs where finished_at is null')
    await expect.poll(unfinished, { interval: 1_000, timeout: 90_000 }).toEqual([])
    for (const writer of writers) {
      expect(await lines.get(writer)?.lostOf(dataDir, writer)).toEqual([])
      expect(writer.failures).toEqual([])
      const versions = await writer.versions()
      expect(versions.map(({ number }) => number)).toEqual(versions.map((_, index) => index + 1))
      const chain = versions.map((version, index) =>
        chainHash(versions[index - 1]?.chain_hash ?? '', version),
      )
      expect(versions.map(({ chain_hash }) => chain_hash)).toEqual(chain)
    }
    // Some answers were applied, and none twice. A later version may name the job again if somebody saves
    // exactly the answer's text after other changes.
    const twice = `select versions.job_id from public.script_versions as versions
      join public.generation_jobs as jobs on jobs.id = versions.job_id
      where versions.created_at <= jobs.finished_at group by 1 having count(*) > 1`
    expect(await ask(dataDir, twice)).toEqual([])
    const jobs = (await ask(
      dataDir,
      `select idempotency_key as key, exists (select from public.script_versions where job_id = jobs.id) as is_applied
       from public.generation_jobs as jobs`,
    )) as { key: string; is_applied: boolean }[]
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(jobs.length)
    const promised = writers.map((writer) => writer.promised.size)
    process.stdout.write(
      `rounds: ${ROUNDS}; ${promised.join(' + ')} lines, ${jobs.length} generations, ${jobs.filter(({ is_applied }) => is_applied).length} applied\n`,
    )
    expect(Math.min(...promised)).toBeGreaterThanOrEqual(ROUNDS)
  },
  AN_HOUR,
)
