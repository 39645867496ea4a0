import { setTimeout as pause } from 'node:timers/promises'
import { Failure, Site } from '../../../bench/load/site.ts'
import { type Person, Writer } from '../../../bench/load/writer.ts'
import { seededRandom } from '../../../server/demo-writer/random.ts'
import { Ledger } from './ledger.ts'

/** Statuses that faults explain: no response, conflict, too many at once, unavailable, timeout, disk full. */
const EXPECTED = new Set([0, 409, 429, 503, 504, 507])
const PAUSE = 150

/** Works without a break, and reopens the script after each failure, like a user who reloads the page. */
export class ActiveWriter {
  readonly person: Person
  readonly ledger = new Ledger()
  /** How often the server could not do something. */
  refused = 0
  readonly unexpected: string[] = []
  readonly #writer: Writer
  readonly #site: Site
  readonly #below: (limit: number) => number
  #mustOpen = true
  #isOver = false
  #ended: Promise<void> | undefined

  constructor(person: Person, url: string, anonKey: string, seed: number) {
    this.person = person
    this.#below = seededRandom(seed).below
    const headers = { apikey: anonKey, authorization: `Bearer ${person.token}` }
    this.#site = new Site(url, headers)
    this.#writer = new Writer(person, this.#site, this.#below, this.ledger.note)
  }

  begin(): void {
    this.#ended = this.#work()
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#ended
    this.#site.close()
  }

  /** Repeats prompts whose response was lost; this must not start another generation. */
  async askAgain(): Promise<void> {
    for (const asked of this.ledger.unanswered.values()) {
      await this.#writer.request(asked).catch((error: unknown) => {
        // Conflict: another generation is running, or the prompt was lost and its text has changed since.
        if (error instanceof Failure && error.status === 409) {
          this.ledger.unanswered.delete(asked.key)
          return
        }
        this.#noteFailure(error)
      })
    }
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      try {
        if (this.#mustOpen) await this.#writer.open()
        this.#mustOpen = false
        await this.#step()
      } catch (error) {
        this.#noteFailure(error)
        this.#mustOpen = true
      }
      await pause(this.#below(2 * PAUSE))
    }
  }

  async #step(): Promise<void> {
    const writer = this.#writer
    const dice = this.#below(100)
    if (dice < 55) await writer.draft()
    else if (dice < 67) await writer.save()
    else if (dice < 70) await writer.list()
    else if (dice < 73) await writer.search()
    else if (dice < 75) await writer.open()
    else {
      await this.askAgain()
      await writer.follow(await writer.prompt())
      await writer.read()
    }
  }

  #noteFailure(error: unknown): void {
    if (error instanceof Failure && EXPECTED.has(error.status)) {
      if (error.status === 503 || error.status === 507) this.refused += 1
      return
    }
    this.unexpected.push(`${this.person.name}: ${String(error)}`)
  }
}
