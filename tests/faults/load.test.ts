import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { seededRandom } from '../../server/demo-writer/random.ts'
import { rounds, SEED } from '../support/rounds.ts'
import { ActiveWriter } from './load/active-writer.ts'
import { Admissions } from './load/admissions.ts'
import { afterwards, type Fault, faultsIn, skippedIn } from './load/faults.ts'
import { lostOf, Outcomes, readJobs } from './load/ledger.ts'
import { type Row, table } from './load/table.ts'
import { openFixture, type Fixture } from './load/fixture.ts'

const ROUNDS = rounds('load-faults')
const WRITERS = ROUNDS > 20 ? 12 : 2
const AN_HOUR = 3_600_000
/** Longer than any lease, and than the slowest start. */
const PATIENT = { interval: 50, timeout: 90_000 }

const confirmed = (writers: readonly ActiveWriter[]) =>
  writers.reduce((sum, { ledger }) => sum + ledger.count, 0)

const refusals = (writers: readonly ActiveWriter[]) =>
  writers.reduce((sum, { refused }) => sum + refused, 0)

/** Resolves when the server has confirmed something new to every writer. */
async function everybodyWorks(writers: readonly ActiveWriter[]): Promise<void> {
  const before = new Map(writers.map((writer) => [writer, writer.ledger.count]))
  const waiting = () =>
    writers
      .filter((writer) => writer.ledger.count === before.get(writer))
      .map(({ person }) => person.name)
  await expect.poll(waiting, PATIENT).toEqual([])
}

/** Runs one round; returns the seconds from the fault's end until every writer's work was confirmed again. */
async function runFaultRound(
  fixture: Fixture,
  fault: Fault,
  writers: readonly ActiveWriter[],
  admissions: Admissions,
  below: (limit: number) => number,
): Promise<number> {
  await everybodyWorks(writers)
  const server = below(fixture.servers.length)
  await pause(below(300))
  const refused = refusals(writers)
  await fault.begin(fixture, server)
  const letIn = admissions.letIn()
  await pause(fault.least + below(fault.least + 1))
  const isNoticed = () => !fault.isNoticed || refusals(writers) > refused
  await expect.poll(isNoticed, PATIENT).toBe(true)
  await fault.end(fixture, server)
  const ended = performance.now()
  await everybodyWorks(writers)
  const took = performance.now() - ended
  await letIn
  afterwards(fixture)
  return took / 1_000
}

/** Generations that did not end exactly once, with one answer if completed and none otherwise. */
const wrongEnds = (jobs: Awaited<ReturnType<typeof readJobs>>) =>
  jobs.filter(
    ({ status, finished_at, answers }) =>
      finished_at === null || answers !== (status === 'completed' ? 1 : 0),
  )

const GAPS = `select work_id from public.script_versions
  group by user_id, work_id having count(*) <> max(number) or min(number) <> 1`

/** Users whose usage count differs from the number of their completed generations. */
const MISCOUNTED = `select user_id from (
    select user_id, sum(monthly_generations) as counted from public.api_usage group by user_id
  ) as usage
  where counted <> (
    select count(*) from public.generation_jobs as jobs
    where jobs.user_id = usage.user_id and jobs.status = 'completed'
  )`

test(
  'faults under load lose nothing that was confirmed, and every generation ends exactly once',
  async () => {
    const fixture = await openFixture(WRITERS)
    const { postgres, people, servers, anonKey, office, guest } = fixture
    const { query } = postgres
    const { below } = seededRandom(SEED)
    const writers = people.map((person, n) => {
      const url = servers[n % servers.length]?.url ?? ''
      return new ActiveWriter(person, url, anonKey, SEED + n)
    })
    const admissions = new Admissions(fixture)
    const possible = faultsIn(fixture)
    const rows = new Map<string, Row>()
    const outcomes = new Outcomes()
    for (const writer of writers) writer.begin()

    for (let round = 0; round < ROUNDS; round += 1) {
      const fault = possible[round % possible.length] as Fault
      const before = confirmed(writers)
      const seconds = await runFaultRound(fixture, fault, writers, admissions, below)
      const row = rows.get(fault.name) ?? {
        fault: fault.name,
        rounds: 0,
        confirmed: 0,
        seconds: [],
      }
      row.rounds += 1
      row.confirmed += confirmed(writers) - before
      row.seconds.push(seconds)
      rows.set(fault.name, row)
      outcomes.note(await readJobs(query))
      if (ROUNDS > 20) {
        process.stdout.write(`round ${round + 1}: ${fault.name}, ${seconds.toFixed(1)} s\n`)
      }
      const unexpected = writers.flatMap((writer) => writer.unexpected)
      const logged = () => servers.flatMap(({ errors }) => errors).slice(-20)
      expect(unexpected, `round ${round + 1}, ${fault.name}: ${logged().join('\n')}`).toEqual([])
    }

    for (const writer of writers) await writer.stop()
    for (const writer of writers) await writer.askAgain()
    const open = async () =>
      (await readJobs(query)).filter(({ finished_at }) => finished_at === null)
    await expect.poll(open, PATIENT).toEqual([])
    const letters = () => office.countFor(`${guest.name}@example.com`)
    await expect.poll(letters, PATIENT).toBeGreaterThanOrEqual(admissions.promised)
    admissions.close()

    const lost = []
    for (const { ledger, person } of writers) {
      lost.push(...(await lostOf(ledger, person.work, query)))
    }
    const jobs = await readJobs(query)
    outcomes.note(jobs)
    const sum = (of: (writer: ActiveWriter) => number) =>
      writers.reduce((all, writer) => all + of(writer), 0)
    process.stdout.write(
      `${table([...rows.values()], skippedIn(fixture))}
confirmed: ${sum(({ ledger }) => ledger.drafts.size)} drafts, ${sum(({ ledger }) => ledger.saves.size)} saves, ${sum(({ ledger }) => ledger.messages.size)} messages, ${sum(({ ledger }) => ledger.jobs.size)} generations, ${admissions.promised} mails; lost: ${lost.length}
generations: ${jobs.filter(({ status }) => status === 'completed').length} completed, ${jobs.filter(({ status }) => status === 'failed').length} failed, ${wrongEnds(jobs).length + outcomes.changed.length} ended otherwise than once; seed ${SEED}\n`,
    )
    expect(lost).toEqual([])
    expect(wrongEnds(jobs)).toEqual([])
    expect(outcomes.changed).toEqual([])
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(jobs.length)
    expect(await query(GAPS)).toEqual([])
    expect(await query(MISCOUNTED)).toEqual([])
    expect(writers.flatMap(({ unexpected }) => unexpected)).toEqual([])
  },
  AN_HOUR,
)
