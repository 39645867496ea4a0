// The writers, in a process of their own: forked by bench/load.ts.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { hashOf, seededRandom } from '../../server/demo-writer/random.ts'
import { nextMessage } from '../support/child-message.ts'
import { followChanges } from './changes-socket.ts'
import { CYCLE, Records, take, write } from './day.ts'
import { Site } from './site.ts'
import { clock, type Person, Writer } from './writer.ts'

type Step = Parameters<typeof take>[1]
type Order =
  | { kind: 'open'; people: Person[]; urls: string[]; anonKey: string }
  | { kind: 'write'; milliseconds: number }
  | { kind: 'each'; step: Step; atOnce: number }

type Results = Pick<Records, 'samples' | 'answers' | 'errors' | 'delays'> & { changes: number }

/** The load generator as bench/load.ts sees it. */
export class Generator {
  readonly #child: ChildProcess = fork(import.meta.filename)

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Carries out an order; returns what was measured since the last one. */
  order(order: Order): Promise<Results> {
    this.#child.send(order)
    return nextMessage<Results>(this.#child)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }
}

type Open = { writer: Writer; socket: Awaited<ReturnType<typeof followChanges>> }

async function openAll({ people, urls, anonKey }: Extract<Order, { kind: 'open' }>) {
  return Promise.all(
    people.map(async (person, n): Promise<Open> => {
      const url = urls[n % urls.length] ?? ''
      const headers = { apikey: anonKey, authorization: `Bearer ${person.token}` }
      const site = new Site(url, headers)
      const writer = new Writer(person, site, seededRandom(hashOf(person.name)).below)
      await writer.open()
      const keys = { anonKey, token: person.token }
      const socket = await followChanges(url, keys, person.id, person.work)
      return { writer, socket }
    }),
  )
}

async function eachOf(open: Open[], step: Step, atOnce: number, records: Records): Promise<void> {
  const waiting = [...open]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      await take(next.writer, step, records)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** The writers begin one after another, so that they do not all do the same at once. */
async function writeAll(open: Open[], milliseconds: number, records: Records): Promise<void> {
  const now = clock()
  const all = open.map(({ writer }, n) => {
    const { below } = seededRandom(hashOf(`pace of ${writer.person.name}`))
    const begin = now + (n * CYCLE) / open.length
    return write(writer, begin, now + milliseconds, below, records)
  })
  await Promise.all(all)
}

if (import.meta.main) {
  let open: Open[] = []
  const carryOut = async (order: Order): Promise<Results> => {
    const records = new Records()
    const before = open.reduce((sum, { socket }) => sum + socket.changes(), 0)
    if (order.kind === 'open') open = await openAll(order)
    else if (order.kind === 'each') await eachOf(open, order.step, order.atOnce, records)
    else await writeAll(open, order.milliseconds, records)
    const changes = open.reduce((sum, { socket }) => sum + socket.changes(), 0) - before
    const { samples, answers, errors, delays } = records
    return { samples, answers, errors, delays, changes }
  }
  process.on('message', (order: Order) => {
    carryOut(order).then(
      (results) => process.send?.(results),
      (error: unknown) => {
        process.stderr.write(`${(error as Error).stack}\n`)
        process.exit(1)
      },
    )
  })
}
