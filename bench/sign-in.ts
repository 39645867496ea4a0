// Sign-ins per core, and their effect on other requests: npm run bench:sign-in
import { availableParallelism } from 'node:os'
import { AUTH_LIMITS } from '../server/auth/rate-limits.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { startServer } from './support/bench-server.ts'
import { median } from './support/median.ts'

const RUNS = 3
const SIGN_INS = 100
const PROBES = 300
const PASSWORD = 'a good long password'

const unlimited = Object.fromEntries(
  Object.keys(AUTH_LIMITS).map((name) => [name, { most: 1_000_000, seconds: 60 }]),
)

/** Response time of a known address relative to an unknown one, alternating; 1 leaks nothing. */
async function knownToUnknown(ask: (email: string) => Promise<unknown>): Promise<number> {
  const times: Record<string, number[]> = { 'one@example.com': [], 'nobody@example.com': [] }
  for (let n = 0; n < 80; n += 1) {
    for (const [email, list] of Object.entries(times)) {
      const started = performance.now()
      await ask(email)
      list.push(performance.now() - started)
    }
  }
  const [known, unknown] = Object.values(times).map(median)
  return (known ?? 0) / (unknown ?? 1)
}

await inBenchFolder(async (folder) => {
  const { url, anonKey } = await startServer(folder, { authLimits: unlimited })

  async function post(address: string, body: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${url}/auth/v1${address}`, {
      method: 'POST',
      headers: { apikey: anonKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Record<string, unknown>
  }

  const signIn = (email: string) =>
    post('/token?grant_type=password', { email, password: 'a wrong password' })
  /** Uses different addresses, since only a few attempts per address may queue. Unknown ones take as long. */
  const signInBurst = () =>
    Promise.all(Array.from({ length: SIGN_INS }, (_, n) => signIn(`person${n}@example.com`)))

  /** The p99 of `GET user`, which every client sends. */
  async function probe(token: string, probes: number): Promise<number> {
    const times: number[] = []
    for (let n = 0; n < probes; n += 1) {
      const started = performance.now()
      const headers = { apikey: anonKey, authorization: `Bearer ${token}` }
      await (await fetch(`${url}/auth/v1/user`, { headers })).arrayBuffer()
      times.push(performance.now() - started)
    }
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
  }

  const session = await post('/signup', { email: 'one@example.com', password: PASSWORD })
  const token = String(session['access_token'])
  await probe(token, PROBES)
  await signInBurst()

  const rates: number[] = []
  const quiet: number[] = []
  const busy: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    quiet.push(await probe(token, PROBES))
    const started = performance.now()
    await signInBurst()
    rates.push(SIGN_INS / ((performance.now() - started) / 1000))
    const [p99] = await Promise.all([probe(token, PROBES), signInBurst()])
    busy.push(p99)
  }
  const atOnce = Math.max(1, availableParallelism() - 1)
  const ratio = median(busy.map((value, run) => value / (quiet[run] ?? value)))
  const wrongPassword = await knownToUnknown(signIn)
  const recovery = await knownToUnknown((email) => post('/recover', { email }))
  process.stdout.write(
    `sign-ins per second, on ${atOnce} core(s)           ${median(rates).toFixed(0)}
p99 of GET user, idle                    ${median(quiet).toFixed(1)} ms
p99 of GET user, ${SIGN_INS} wrong sign-ins at once  ${median(busy).toFixed(1)} ms, ${ratio.toFixed(1)} times
known to unknown address, wrong password  ${wrongPassword.toFixed(2)} times
known to unknown address, recovery        ${recovery.toFixed(2)} times
`,
  )
})
