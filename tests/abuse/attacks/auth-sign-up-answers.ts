import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { launch } from '../../../bench/support/launch.ts'
import type { Attack } from '../attack.ts'
import { BEHIND_A_PROXY, linkTo, post } from '../sign-in.ts'

const ATTEMPTS = 30
/** In ms: far below what a network adds, and above what a busy machine adds to a median of 30. */
const TOLERANCE = 15

const KINDS = ['free', 'taken', 'confirmed'] as const

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

/** The answer without the values that differ for each request. */
async function shapeOf(response: Response) {
  const answer = (await response.json()) as Record<string, unknown>
  const { id, email, created_at, updated_at, confirmation_sent_at, ...rest } = answer
  const gap = [updated_at, confirmation_sent_at].map((time) => time === created_at)
  return { status: response.status, rest, gap, known: [typeof id, typeof email] }
}

export const attack: Attack = {
  name: 'find out by signing up whether an address is taken',
  times: `${ATTEMPTS} free, taken and confirmed addresses each`,
  async run(fixture) {
    const dataDir = path.join(fixture.dataDir, '..', 'confirming')
    const env = { DATA_DIR: dataDir, AUTH_CONFIRM_EMAIL: 'true', ...BEHIND_A_PROXY }
    const server = await launch('server/main.ts', env, '/ready')
    try {
      const { anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as {
        anonKey: string
      }
      let clients = 0
      const signUp = (email: string) => {
        clients += 1
        const client = `198.51.${100 + (clients >> 8)}.${clients & 255}`
        const body = { email, password: 'a good long password', data: { name: 'Eve' } }
        return post({ url: server.url, anonKey }, '/signup', body, { client })
      }
      const times = { free: [] as number[], taken: [] as number[], confirmed: [] as number[] }
      const shapes: unknown[] = []
      for (let n = 0; n < ATTEMPTS; n += 1) {
        await signUp(`taken${n}@example.com`)
        await signUp(`confirmed${n}@example.com`)
        await fetch(await linkTo(dataDir, `confirmed${n}@example.com`), { redirect: 'manual' })
        // The order rotates, and each request waits until the previous mail is written.
        const kinds = KINDS.map((_, at) => KINDS[(at + n) % KINDS.length] ?? 'free')
        for (const kind of kinds) {
          await pause(50)
          const begun = performance.now()
          const response = await signUp(`${kind}${n}@example.com`)
          times[kind].push(performance.now() - begun)
          shapes.push(await shapeOf(response))
        }
      }
      if (!shapes.every((shape) => isDeepStrictEqual(shape, shapes[0])))
        throw new Error('the answers differ')
      const medians = Object.values(times).map(median)
      const difference = Math.max(...medians) - Math.min(...medians)
      if (difference > TOLERANCE)
        throw new Error(`the medians differ: ${medians.map(Math.round).join(', ')} ms`)
      return `the same answer; medians differ by ${difference.toFixed(1)} ms`
    } finally {
      await server.stop()
    }
  },
}
