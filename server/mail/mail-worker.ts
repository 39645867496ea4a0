import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '../database/listener.ts'
import { type QueuedMail, type Result, millisecondsToNextMail, takeDueMail } from './mail-queue.ts'
import { DeliveryFailure, type Transport } from './message.ts'
import { render } from './templates.ts'

/** Waits in milliseconds: 5 s, 10 s, 20 s and so on, at most an hour; the tenth failure is the last. */
export type Retries = { first: number; longest: number; attempts: number }

export const RETRIES: Retries = { first: 5_000, longest: 3_600_000, attempts: 10 }

type Options = {
  pool: Pool
  listener: Listener
  log: Logger
  siteUrl: () => string
  from: string
  transport: Transport
  retries: Retries
}

const LOOK_EVERY = 60_000
const LOOK_AGAIN_AFTER_FAILURE = 5_000
// Together with the open requests and the database this must fit into the ten seconds of a stop.
const FINISH_WITHIN = 2_500
const END_WITHIN = 500

/** Sends what is due, one mail after the other, and sleeps until the next one is. */
export class MailWorker {
  readonly #options: Options
  #timer: NodeJS.Timeout | undefined
  #round: Promise<void> | undefined
  #wokenMeanwhile = false
  #closing = false

  constructor(options: Options) {
    this.#options = options
  }

  async start(): Promise<void> {
    const { listener } = this.#options
    listener.onReconnect(() => this.wake())
    await listener.listen('script_writer_mail', () => this.wake())
    this.wake()
  }

  /** Never two rounds at once: whoever wakes it during one gets another look afterwards. */
  wake(): void {
    if (this.#closing) return
    this.#wokenMeanwhile = true
    this.#round ??= this.#rounds().finally(() => {
      this.#round = undefined
      // Woken between the last look and here.
      if (this.#wokenMeanwhile) this.wake()
    })
  }

  /** Lets the mail in hand finish, for a while; after that its delivery is cut and tried again later. */
  async close(): Promise<void> {
    this.#closing = true
    clearTimeout(this.#timer)
    await this.#roundEndsWithin(FINISH_WITHIN)
    this.#options.transport.close()
    await this.#roundEndsWithin(END_WITHIN)
  }

  async #roundEndsWithin(milliseconds: number): Promise<void> {
    if (!this.#round) return
    await Promise.race([this.#round, pause(milliseconds, undefined, { ref: false })])
  }

  async #rounds(): Promise<void> {
    clearTimeout(this.#timer)
    let wait = LOOK_EVERY
    while (this.#wokenMeanwhile && !this.#closing) {
      this.#wokenMeanwhile = false
      wait = await this.#sendAllDue()
    }
    if (this.#closing) return
    this.#timer = setTimeout(() => this.wake(), wait).unref()
  }

  /** Answers how long to wait for the next look. */
  async #sendAllDue(): Promise<number> {
    const { pool, log } = this.#options
    try {
      let more = true
      while (more && !this.#closing) more = await takeDueMail(pool, (mail) => this.#send(mail))
      if (this.#closing) return LOOK_EVERY
      return Math.min(LOOK_EVERY, Math.max(0, (await millisecondsToNextMail(pool)) ?? LOOK_EVERY))
    } catch (error) {
      log.warn({ err: error }, 'the mails to send could not be read')
      return LOOK_AGAIN_AFTER_FAILURE
    }
  }

  async #send(mail: QueuedMail): Promise<Result> {
    const { from, transport, siteUrl, log } = this.#options
    const { id, template, data, recipient, created_at: queuedAt } = mail
    try {
      const content = render(template, data, siteUrl())
      await transport.deliver({ id, queuedAt, from, to: recipient, ...content })
      log.debug({ mail: id, template }, 'a mail was sent')
      return { sent: true }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const retryAfter = this.#retryAfter(mail.attempts + 1, error)
      const outcome = retryAfter === undefined ? 'given up' : 'to be tried again'
      log.warn({ mail: id, template, reason }, `a mail could not be sent: ${outcome}`)
      return { sent: false, reason, retryAfter }
    }
  }

  #retryAfter(failures: number, error: unknown): number | undefined {
    const { first, longest, attempts } = this.#options.retries
    if (failures >= attempts) return undefined
    if (error instanceof DeliveryFailure && error.permanent) return undefined
    return Math.min(longest, first * 2 ** (failures - 1))
  }
}
