import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Attack } from './attack.ts'
import { Bystander } from './bystander.ts'
import type { AbuseWorld } from './world.ts'

/** Long enough for a p99, however short the attack is. */
const MIN_MS = 4_000
const MAX_MS = 120_000
const P99_TARGET = 1_000

export type Measured = {
  attack: Attack
  outcome: string
  p99: number
  /** Resident memory of the server in MB. */
  before: number
  after: number
  problems: string[]
}

async function memoryOf(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Math.round(Number(stdout) / 1024)
}

async function outcomeOf(attack: Attack, world: AbuseWorld): Promise<string> {
  const tooLong = pause(MAX_MS, undefined, { ref: false }).then(() => {
    throw new Error(`still running after ${MAX_MS / 1000} s`)
  })
  return Promise.race([attack.run(world), tooLong])
}

/** Runs the attack while another writer works, and compares what that writer saw with the target. */
export async function measure(attack: Attack, world: AbuseWorld): Promise<Measured> {
  const person = await world.signUp(`bystander-${Date.now()}`)
  const created = await world.request('/rest/v1/scripts?select=id', {
    method: 'POST',
    as: person,
    body: { title: 'Untouched' },
  })
  if (!created.ok) throw new Error(`the bystander cannot save: ${await created.text()}`)
  const list = await world.request('/rest/v1/scripts?select=id', { as: person })
  const [script] = (await list.json()) as { id: string }[]
  const before = await memoryOf(world.pid)
  const bystander = await Bystander.begin(world, person, script?.id ?? '')
  const [attempt] = await Promise.allSettled([outcomeOf(attack, world), pause(MIN_MS)])
  const { times, failures } = await bystander.stop()
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity
  return {
    attack,
    outcome: attempt.status === 'fulfilled' ? attempt.value : String(attempt.reason),
    p99,
    before,
    after: await memoryOf(world.pid).catch(() => Number.NaN),
    problems: [
      ...(attempt.status === 'rejected' ? ['not fended off'] : []),
      ...(p99 < P99_TARGET ? [] : [`p99 not below ${P99_TARGET} ms`]),
      ...(failures.length > 0 ? [`${failures.length} requests failed: ${failures[0]}`] : []),
    ],
  }
}
