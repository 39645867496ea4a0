import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { serverSentEvents } from '../../bench/support/server-sent-events.ts'
import type { User } from '../../bench/support/sign-up.ts'

const PAUSE = 10

/** What writers did, and what went wrong. */
export class Tally {
  requests = 0
  generations = 0
  sockets = 0
  slowest = 0
  /** Titles of scripts whose insertion was acknowledged. */
  readonly saved = new Set<string>()
  readonly failures = new Map<string, number>()

  fail(what: string): void {
    this.failures.set(what, (this.failures.get(what) ?? 0) + 1)
  }

  get failed(): number {
    return [...this.failures.values()].reduce((sum, count) => sum + count, 0)
  }
}

type Job = { url: string; anonKey: string; tally: Tally; until: AbortSignal }

/** Sends a request as a browser would; if it fails, counts the failure and resolves to undefined. */
async function send(job: Job, user: User, method: string, address: string, body?: object) {
  const { tally } = job
  const begun = performance.now()
  tally.requests += 1
  const name = `${method} ${address.replace(/\?.*/, '')}`
  try {
    const response = await fetch(job.url + address, {
      method,
      headers: { ...user.headers, Prefer: 'return=representation' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return text
    tally.fail(`${name}: ${response.status}`)
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message: string } }
    tally.fail(`${name}: ${cause?.code ?? cause?.message ?? String(error)}`)
  } finally {
    tally.slowest = Math.max(tally.slowest, performance.now() - begun)
  }
  return undefined
}

/** Lists, saves and changes scripts, one request after another. */
export async function write(job: Job, user: User, name: string): Promise<void> {
  for (let n = 0; !job.until.aborted; n += 1) {
    const title = `${name} ${n}`
    await send(job, user, 'GET', '/rest/v1/scripts?select=id,title&limit=20&order=updated_at.desc')
    const saved = await send(job, user, 'POST', '/rest/v1/scripts', {
      title,
      content: `INT. ROOM ${n} - DAY\n\n${'She waits. '.repeat(200)}`,
    })
    if (saved !== undefined) {
      job.tally.saved.add(title)
      const [{ id }] = JSON.parse(saved) as [{ id: string }]
      await send(job, user, 'PATCH', `/rest/v1/scripts?id=eq.${id}`, { content: 'EXT. ROAD - DAY' })
    }
    await send(job, user, 'GET', '/config.json')
    await pause(PAUSE)
  }
}

/** Requests an answer and follows its stream to the end, resuming where the stream broke off. */
export async function prompt(job: Job, user: User): Promise<void> {
  while (!job.until.aborted) {
    const begun = await send(job, user, 'POST', '/functions/v1/generate-script', {
      prompt: 'Write a short scene in a kitchen.',
    })
    if (begun === undefined) continue
    const { jobId } = JSON.parse(begun) as { jobId: string }
    let after = '0'
    let status = ''
    for (let tries = 0; tries < 20 && !status; tries += 1) {
      const address = `/functions/v1/stream-generation?jobId=${jobId}&after=${after}`
      try {
        const stream = await fetch(job.url + address, { headers: user.headers })
        for await (const { event, id, data } of serverSentEvents(stream)) {
          after = id || after
          if (event === 'end') ({ status } = data as { status: string })
        }
      } catch (error) {
        // A stream that breaks off is resumed; one that cannot be opened is a failed request.
        const { message } = error as Error
        if (/rejected/.test(message)) job.tally.fail(`stream: ${message.slice(0, 80)}`)
      }
      await pause(PAUSE)
    }
    if (status === 'completed') job.tally.generations += 1
    else job.tally.fail(`generation: ${status || 'never ended'}`)
  }
}

/** Holds a socket open and reconnects as a browser does when the server closes it. */
export async function listen({ url, anonKey, tally, until }: Job): Promise<void> {
  const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${anonKey}&vsn=1.0.0`
  while (!until.aborted) {
    const socket = new WebSocket(address)
    const closed = new Promise<void>((resolve) => {
      socket.on('open', () => (tally.sockets += 1))
      socket.on('error', ({ message }) => tally.fail(`socket: ${message}`))
      socket.on('close', () => resolve())
    })
    const close = () => socket.close()
    until.addEventListener('abort', close)
    await closed
    until.removeEventListener('abort', close)
    await pause(100)
  }
}
