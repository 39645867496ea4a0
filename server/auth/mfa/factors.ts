import { DatabaseError, type Pool } from 'pg'
import { newToken, tokenHash } from '../sessions/random-token.ts'
import { mfaFailures } from './failures.ts'
import { newCodes } from './recovery-codes.ts'
import { SecretBox } from '../../common/secret-box.ts'
import { givenInput } from '../../database/row-input.ts'
import { base32, newSecret, stepOf } from './totp.ts'

type Verification = 'unknown' | 'mismatch' | 'expired' | 'wrong' | 'verified' | 'enrolled'

const MAX_FACTORS = 10

const VERIFIED = givenInput({
  session: 'uuid',
  owner: 'uuid',
  factor: 'uuid',
  challenge: 'uuid',
  step: 'bigint',
  address: 'text',
  token: 'bytea',
})

const VERIFY = `
  select outcome, case outcome
      when 'enrolled' then private.record_factor_change('second_factor_added', owner, owner, address)
      when 'verified' then private.record_event('second_factor_used', owner, owner, address)
      when 'wrong' then private.record_event('second_factor_failed', owner, null, address)
    end
  from ${VERIFIED.sql},
    auth.verify_factor(session, owner, factor, challenge, step, address, token) as outcome`

const USE_CODE = `
  select accepted, private.record_event(
      case when accepted then 'recovery_code_used' else 'second_factor_failed' end,
      $2, case when accepted then $2::uuid end, $5
    )
  from auth.use_recovery_code($1, $2, $3, $4) as accepted`

/** Each person has one set of codes, which is created once or replaced as a whole. */
const MAKE_CODES = `
  with factor as (
    insert into auth.mfa_factors (user_id, friendly_name, factor_type, status)
    values ($1, $2, 'recovery_code', 'verified')
    on conflict (user_id) where factor_type = 'recovery_code'
      do update set updated_at = clock_timestamp() where $5
    returning id, friendly_name
  ), outdated as (
    delete from auth.mfa_recovery_codes where factor_id = (select id from factor)
  ), made as (
    insert into auth.mfa_recovery_codes (factor_id, code_hash)
    select factor.id, code from factor, unnest($3::bytea[]) as code
  )
  select id, friendly_name, private.record_event('recovery_codes_made', $1, $1, $4) from factor`

/** The second factors in the database: each call is one statement. */
export class Factors {
  readonly #pool: Pool
  readonly #box: SecretBox

  constructor(pool: Pool, jwtSecret: string) {
    this.#pool = pool
    this.#box = new SecretBox(jwtSecret, 'second factors')
  }

  /** Also deletes unfinished enrollments after five minutes, to make room for new ones. */
  async enroll(userId: string, name: string): Promise<{ id: string; secret: string }> {
    const secret = newSecret()
    try {
      await this.#pool.query(
        `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
           and created_at < clock_timestamp() - interval '5 minutes'`,
        [userId],
      )
      const { rows } = await this.#pool.query<{ id: string }>(
        `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret)
         select $1, $2, 'totp', $3
         where (select count(*) from auth.mfa_factors where user_id = $1) < ${MAX_FACTORS}
         returning id`,
        [userId, name, this.#box.seal(secret, userId)],
      )
      if (!rows[0]) throw mfaFailures.tooManyFactors()
      return { id: rows[0].id, secret: base32(secret) }
    } catch (error) {
      if (error instanceof DatabaseError && error.code === '23505')
        throw mfaFailures.nameTaken(name)
      throw error
    }
  }

  async challenge(userId: string, factorId: string, address: string) {
    const { rows } = await this.#pool.query<{ id: string; expires: number }>(
      `with factor as (
         update auth.mfa_factors set last_challenged_at = clock_timestamp()
         where id = $2 and user_id = $1 and factor_type = 'totp' returning id
       )
       insert into auth.mfa_challenges (factor_id, ip_address) select id, $3 from factor
       returning id, floor(extract(epoch from created_at) + 300)::float8 as expires`,
      [userId, factorId, address],
    )
    if (!rows[0]) throw mfaFailures.factorNotFound()
    return rows[0]
  }

  /** Returns the session's new refresh token. */
  async verify(given: {
    userId: string
    sessionId: string
    factorId: string
    challengeId: string
    code: string
    address: string
  }): Promise<string> {
    const { userId, sessionId, factorId, challengeId, code, address } = given
    const secret = await this.#secretOf(userId, factorId)
    const refreshToken = newToken()
    const { rows } = await this.#pool.query<{ outcome: Verification }>(VERIFY, [
      VERIFIED.value({
        session: sessionId,
        owner: userId,
        factor: factorId,
        challenge: challengeId,
        step: stepOf(secret, code, Date.now()) ?? null,
        address,
        token: tokenHash(refreshToken),
      }),
    ])
    const outcome = rows[0]?.outcome
    if (outcome === 'verified' || outcome === 'enrolled') return refreshToken
    if (outcome === 'wrong') throw mfaFailures.wrongCode()
    if (outcome === 'mismatch') throw mfaFailures.addressMismatch()
    if (outcome === 'expired') throw mfaFailures.challengeExpired(challengeId)
    throw mfaFailures.challengeNotFound()
  }

  async remove(userId: string, factorId: string, address: string): Promise<void> {
    await this.#pool.query(
      // Reads the status before the removal: an unfinished enrollment is not worth a mail.
      `with known as (select status from auth.mfa_factors where id = $2 and user_id = $1)
       select case when removed and status = 'verified'
         then private.record_factor_change('second_factor_removed', $1, $1, $3) end
       from known, auth.remove_factor($1, $2) as removed`,
      [userId, factorId, address],
    )
  }

  async makeCodes(userId: string, name: string, address: string, replace: boolean) {
    const codes = newCodes()
    const hashes = codes.map((code) => tokenHash(code))
    const { rows } = await this.#pool.query<{ id: string; friendly_name: string }>(MAKE_CODES, [
      userId,
      name,
      hashes,
      address,
      replace,
    ])
    return rows[0] && { ...rows[0], codes }
  }

  async codesLeft(userId: string) {
    const { rows } = await this.#pool.query<{ id: string; total: number; remaining: number }>(
      `select factors.id, count(*)::integer as total,
         (count(*) filter (where used_at is null))::integer as remaining
       from auth.mfa_factors as factors
       join auth.mfa_recovery_codes as codes on codes.factor_id = factors.id
       where factors.user_id = $1 group by factors.id`,
      [userId],
    )
    if (!rows[0]) throw mfaFailures.factorNotFound()
    return rows[0]
  }

  /** Returns the session's new refresh token. */
  async useCode(userId: string, sessionId: string, code: string, address: string): Promise<string> {
    const refreshToken = newToken()
    const { rows } = await this.#pool.query<{ accepted: boolean }>(USE_CODE, [
      sessionId,
      userId,
      tokenHash(code),
      tokenHash(refreshToken),
      address,
    ])
    if (!rows[0]?.accepted) throw mfaFailures.wrongRecoveryCode()
    return refreshToken
  }

  async removeCodes(userId: string): Promise<string> {
    const { rows } = await this.#pool.query<{ id: string }>(
      `delete from auth.mfa_factors where user_id = $1 and factor_type = 'recovery_code' returning id`,
      [userId],
    )
    if (!rows[0]) throw mfaFailures.factorNotFound()
    return rows[0].id
  }

  async #secretOf(userId: string, factorId: string): Promise<Buffer> {
    const { rows } = await this.#pool.query<{ secret: Buffer }>(
      `select secret from auth.mfa_factors where id = $2 and user_id = $1 and factor_type = 'totp'`,
      [userId, factorId],
    )
    if (!rows[0]) throw mfaFailures.factorNotFound()
    const secret = this.#box.open(rows[0].secret, userId)
    if (!secret) throw mfaFailures.factorUnreadable()
    return secret
  }
}
