import type { Context } from 'hono'
import { DatabaseError, type Pool } from 'pg'
import { withClient } from '../../database/pool.ts'
import type { Identity } from '../../database/request-transaction.ts'
import { refusal } from '../../common/failures.ts'
import { clientNetwork } from '../rate-limits.ts'
import { failures } from '../failures.ts'
import { mfaFailures } from '../mfa/failures.ts'
import { isPassword } from '../passwords.ts'
import type { AuthService } from '../service.ts'
import { hasSecondFactor } from './user.ts'

/** For the texts of years, in milliseconds. */
const DELETION_TIMEOUT = 60_000

/** What the functions about a person's own data need to know of accounts. Signing in does not wait for a deletion. */
export function ownDataAccess(auth: AuthService, workers: Pool) {
  const { pool } = auth.options
  return {
    addressOf: (c: Context) => auth.addressOf(c),

    async recordDownload({ claims }: Identity, address: string): Promise<void> {
      await pool.query("select private.record_event('data_downloaded', $1, $1, $2)", [
        claims['sub'],
        address,
      ])
    },

    /** Needs the password, and the second factor where there is one. */
    async delete(identity: Identity, password: string, address: string): Promise<void> {
      const { sessionId = '', claims } = identity
      const found = await auth.accounts.ofSession(sessionId, String(claims['sub']))
      if (!found) throw failures.noSession()
      const { user, session } = found
      if (hasSecondFactor(user) && session.aal !== 'aal2') throw mfaFailures.passwordNeedsAal2()
      const client = clientNetwork(address)
      // Not the count of those who only name the address.
      await auth.limits.take({ signInAddress: `${user.id} ${client}`, signInClient: address })
      const caller = { client, subject: user.id, isKnown: true }
      if (!(await isPassword(password, user.encrypted_password ?? undefined, caller))) {
        auth.securityLog.signInFailed(user.id, address)
        throw failures.credentials()
      }
      try {
        await withClient(workers, async (connection) => {
          await connection.query('begin')
          try {
            await connection.query(`set local statement_timeout = ${DELETION_TIMEOUT}`)
            await connection.query('select private.delete_account($1, $1, $2)', [user.id, address])
          } finally {
            // Of a transaction that failed, this is a rollback.
            await connection.query('commit')
          }
        })
      } catch (error) {
        if (error instanceof DatabaseError && error.message === 'last_admin')
          throw refusal(409, 'last_admin')
        throw error
      }
    },
  }
}
