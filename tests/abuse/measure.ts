import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Attack } from './attack.ts'
import { Bystander, type Seen } from './bystander.ts'
import type { AbuseFixture } from './fixture.ts'

/** Long enough for a p99, however short the attack is. */
const MIN_MS = 4_000
const MAX_MS = 120_000
const P99_TARGET = 1_000
/** On a slow machine: how many times longer than without the attack requests may take. */
const SLOWER = 3

export type Measured = {
  attack: Attack
  outcome: string
  p99: number
  /** The p99 right before the attack. */
  undisturbed: number
  /** Resident memory of the server in MB. */
  before: number
  after: number
  problems: string[]
}

/** Resident memory of a process in MB. */
export async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1024)
}

async function outcomeOf(attack: Attack, fixture: AbuseFixture, prepared: unknown) {
  const most = attack.seconds === undefined ? MAX_MS : attack.seconds * 1000
  const tooLong = pause(most, undefined, { ref: false }).then(() => {
    throw new Error(`still running after ${most / 1000} s`)
  })
  return Promise.race([attack.run(fixture, prepared), tooLong])
}

const LOOK_EVERY = 500

/** The most memory until it is stopped. */
async function peakOf(pid: number, until: AbortSignal): Promise<number> {
  let peak = 0
  while (!until.aborted) {
    peak = Math.max(peak, await memoryOf(pid).catch(() => 0))
    await pause(LOOK_EVERY)
  }
  return peak
}

const p99Of = ({ times }: Seen): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity

/** Runs the attack while another writer works, and compares what that writer saw with the target. */
export async function measure(attack: Attack, fixture: AbuseFixture): Promise<Measured> {
  const person = await fixture.signUp(`bystander-${Date.now()}`)
  const created = await fixture.request('/rest/v1/scripts?select=id', {
    method: 'POST',
    as: person,
    body: { title: 'Untouched' },
  })
  if (!created.ok) throw new Error(`the bystander cannot save: ${await created.text()}`)
  const list = await fixture.request('/rest/v1/scripts?select=id', { as: person })
  const [script] = (await list.json()) as { id: string }[]
  const prepared = await attack.prepare?.(fixture)
  const begin = () => Bystander.begin(fixture, person, script?.id ?? '')
  const alone = await begin()
  await pause(MIN_MS)
  const undisturbed = p99Of(await alone.stop())
  const target = Math.max(P99_TARGET, SLOWER * undisturbed)
  const before = await memoryOf(fixture.pid)
  const bystander = await begin()
  const over = new AbortController()
  const highest = peakOf(fixture.pid, over.signal)
  const [attempt] = await Promise.allSettled([outcomeOf(attack, fixture, prepared), pause(MIN_MS)])
  const seen = await bystander.stop()
  over.abort()
  const peak = await highest
  const { failures } = seen
  const p99 = p99Of(seen)
  return {
    attack,
    outcome: attempt.status === 'fulfilled' ? attempt.value : String(attempt.reason),
    p99,
    undisturbed,
    before,
    after: await memoryOf(fixture.pid).catch(() => Number.NaN),
    problems: [
      ...(attempt.status === 'rejected' ? ['not fended off'] : []),
      ...(p99 < target ? [] : [`p99 not below ${Math.round(target)} ms`]),
      ...(peak > before + (attack.megabytes ?? Infinity)
        ? [`up to ${peak} MB of memory instead of ${before}`]
        : []),
      ...(failures.length > 0 ? [`${failures.length} requests failed: ${failures[0]}`] : []),
    ],
  }
}
