// Another person's sign-ins during an attack, from a process of their own, so that the attack does not delay them.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type AbuseFixture, headersOf, PASSWORD } from './fixture.ts'

/** Clients are told apart by the address that the proxy reports. */
export const BEHIND_A_PROXY = { TRUST_PROXY: '1' }

type Target = Pick<AbuseFixture, 'url' | 'anonKey'>
type From = { client: string; agent?: string }

/** The other person's own device. */
const OTHER: From = { client: '192.0.2.77', agent: 'Firefox/130 (Windows)' }
const MAX_SIGN_IN_MS = 1_000
/** On a slow machine: how many times longer than without the attack a sign-in may take. */
const SLOWER = 3
/** Sign-ins before the attack. */
const BEFORE = 3
const EVERY = 150
/** Just below the limit for one device, which is 20 in five minutes. */
const MAX_SIGN_INS = 19 - BEFORE

export const post = (
  { url, anonKey }: Target,
  address: string,
  body: unknown,
  { client, agent = 'curl/8' }: From,
): Promise<Response> =>
  fetch(`${url}/auth/v1${address}`, {
    method: 'POST',
    headers: { ...headersOf(anonKey), 'x-forwarded-for': client, 'user-agent': agent },
    body: JSON.stringify(body),
  })

export const signIn = (target: Target, email: string, from: From, password = PASSWORD) =>
  post(target, '/token?grant_type=password', { email, password }, from)

type Job = Target & { email: string; every: number }
type Seen = { times: number[]; answers: number[] }

/** Another person signs in again and again while the attack runs; throws if one fails or is slow. */
export async function whileSigningIn<T>(
  { url, anonKey }: Target,
  email: string,
  attack: () => Promise<T>,
  { every = EVERY } = {},
): Promise<{ answer: T; slowest: string }> {
  // The first of them makes the other person's device a known one.
  let before = 0
  for (let n = 0; n < BEFORE; n += 1) {
    const begun = performance.now()
    const first = await signIn({ url, anonKey }, email, OTHER)
    before = Math.max(before, performance.now() - begun)
    if (!first.ok) throw new Error(`another user cannot sign in: ${await first.text()}`)
  }
  const child = fork(import.meta.filename)
  await once(child, 'spawn')
  child.send({ url, anonKey, email, every } satisfies Job)
  await once(child, 'message')
  const stop = async () => {
    child.send('stop')
    const [seen] = (await once(child, 'message')) as [Seen]
    child.disconnect()
    return seen
  }
  const answer = await attack().catch(async (error: unknown) => {
    await stop()
    throw error
  })
  const { times, answers } = await stop()
  const bad = answers.find((status) => status !== 200)
  if (bad) throw new Error(`another user's sign-in answered ${bad}`)
  const slowest = Math.max(...times)
  if (slowest >= Math.max(MAX_SIGN_IN_MS, SLOWER * before)) {
    const comparison = `${slowest.toFixed(0)} ms instead of ${before.toFixed(0)}`
    throw new Error(`another user's sign-in took ${comparison}`)
  }
  const outcome = `slowest of ${times.length} sign-ins ${slowest.toFixed(0)} ms`
  return { answer, slowest: `${outcome} (${before.toFixed(0)} ms before)` }
}

async function observe(job: Job, until: AbortSignal): Promise<Seen> {
  const seen: Seen = { times: [], answers: [] }
  while (seen.times.length < MAX_SIGN_INS && !until.aborted) {
    const begun = performance.now()
    const response = await signIn(job, job.email, OTHER)
    await response.arrayBuffer()
    seen.times.push(performance.now() - begun)
    seen.answers.push(response.status)
    await pause(job.every, undefined, { signal: until }).catch(() => undefined)
  }
  return seen
}

/** The link in the mail to this address, once it is there. */
export async function linkTo(dataDir: string, email: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox')
  for (let tries = 0; tries < 100; tries += 1) {
    const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.json'))
    for (const file of files.toSorted().toReversed()) {
      const mail = JSON.parse(await readFile(path.join(outbox, file), 'utf8')) as {
        to: string
        links: string[]
      }
      const link = mail.links.find((address) => address.includes('/auth/v1/verify'))
      if (mail.to === email && link) return link
    }
    await pause(100)
  }
  throw new Error(`there is no mail to ${email}`)
}

if (import.meta.main) {
  const [job] = (await once(process, 'message')) as [Job]
  const stop = new AbortController()
  const stopped = once(process, 'message')
  void stopped.then(() => stop.abort())
  process.send?.('ready')
  const seen = await observe(job, stop.signal)
  await stopped
  process.send?.(seen)
}
