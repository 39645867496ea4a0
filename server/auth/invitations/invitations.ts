import { DatabaseError, type Pool } from 'pg'
import { failures } from '../failures.ts'
import { tokenHash } from '../sessions/random-token.ts'

type InvitationState = 'pending' | 'accepted' | 'expired' | 'revoked' | 'unknown'

type NewAccount = {
  email: string
  passwordHash: string
  data: Record<string, unknown>
  client: string
}

/** Links that let one person sign up as approved; administrators make them in the database. */
export class Invitations {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The address is known only while the link works. */
  async read(token: string): Promise<{ state: InvitationState; email: string | null }> {
    const { rows } = await this.#pool.query<{ state: InvitationState; email: string | null }>(
      'select state, email from private.read_invitation($1) where state is not null',
      [tokenHash(token)],
    )
    return rows[0] ?? { state: 'unknown', email: null }
  }

  /** The id of the new account; the link is used up in the same transaction. */
  async accept(token: string, account: NewAccount): Promise<string> {
    const { email, passwordHash, data, client } = account
    try {
      const { rows } = await this.#pool.query<{ outcome: InvitationState; owner: string | null }>(
        'select outcome, owner from private.accept_invitation($1, $2, $3, $4, $5)',
        [tokenHash(token), email, passwordHash, data, client],
      )
      const { outcome = 'unknown', owner } = rows[0] ?? {}
      if (owner) return owner
      throw failures.invitationEnded(outcome === 'pending' ? 'unknown' : outcome)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      if (error.message === 'user_already_exists') throw failures.userExists()
      if (error.message === 'metadata_too_large') throw failures.metadataTooLarge()
      throw error
    }
  }
}
