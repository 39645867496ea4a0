// The requests of another user during an attack, from a process of their own, so that the attack does not delay them.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type AbuseFixture, headersOf, type Person } from './fixture.ts'

const EVERY = 50
const TIMEOUT = 10_000

type Job = { url: string; anonKey: string; person: Person; script: string }
/** Response times in ms, and what went wrong. */
export type Seen = { times: number[]; failures: string[] }

/** A writer who reads the list, saves a script and asks who is signed in, and a load balancer, again and again. */
export class Bystander {
  readonly #child: ChildProcess

  private constructor(child: ChildProcess) {
    this.#child = child
  }

  static async begin(fixture: AbuseFixture, person: Person, script: string): Promise<Bystander> {
    const child = fork(import.meta.filename)
    await once(child, 'spawn')
    const { url, anonKey } = fixture
    child.send({ url, anonKey, person, script } satisfies Job)
    return new Bystander(child)
  }

  async stop(): Promise<Seen> {
    this.#child.send('stop')
    const [seen] = (await once(this.#child, 'message')) as [Seen]
    this.#child.disconnect()
    return seen
  }
}

const clock = () => new Date().toISOString().slice(11, 19)

const requestsOf = (script: string): [address: string, init: RequestInit][] => [
  ['/rest/v1/scripts?select=id,title&order=updated_at.desc', {}],
  [
    `/rest/v1/scripts?id=eq.${script}`,
    { method: 'PATCH', body: JSON.stringify({ title: 'Saved again' }) },
  ],
  ['/auth/v1/user', {}],
  ['/ready', {}],
]

async function observe({ url, anonKey, person, script }: Job, until: AbortSignal): Promise<Seen> {
  const seen: Seen = { times: [], failures: [] }
  const repeat = async ([address, init]: [string, RequestInit]) => {
    while (!until.aborted) {
      const begun = performance.now()
      try {
        const response = await fetch(url + address, {
          ...init,
          headers: headersOf(anonKey, person),
          signal: AbortSignal.timeout(TIMEOUT),
        })
        await response.arrayBuffer()
        if (!response.ok) seen.failures.push(`${clock()} ${address} answered ${response.status}`)
      } catch (error) {
        seen.failures.push(`${clock()} ${address}: ${String(error)}`)
      }
      seen.times.push(performance.now() - begun)
      await pause(EVERY)
    }
  }
  await Promise.all(requestsOf(script).map(repeat))
  return seen
}

if (import.meta.main) {
  const [job] = (await once(process, 'message')) as [Job]
  const stop = new AbortController()
  process.once('message', () => stop.abort())
  process.send?.(await observe(job, stop.signal))
}
