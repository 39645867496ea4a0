import type { Pool } from 'pg'
import type { Logger } from 'pino'

/** Failed sign-ins, for the audit log. */
export class SecurityLog {
  readonly #pool: Pool
  readonly #log: Logger

  constructor(pool: Pool, log: Logger) {
    this.#pool = pool
    this.#log = log
  }

  /** Not awaited by the request: waiting for it would tell a known address from an unknown one. */
  signInFailed(userId: string, address: string): void {
    this.#pool
      .query("select private.record_event('sign_in_failed', $1, null, $2)", [userId, address])
      .catch((error: unknown) => this.#log.warn({ err: error }, 'audit entry not written'))
  }
}
