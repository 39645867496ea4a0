import type { Pool } from 'pg'
import { hashPassword } from '../passwords.ts'
import { newToken, tokenHash } from '../sessions/random-token.ts'

type Admin = { email: string | undefined; password: string | undefined }

/** The `type` parameter of the link that the server prints. */
export const ADMIN_LINK_TYPE = 'administrator'

/**
 * Without an email address, the first account to sign up becomes the administrator. With an address and a
 * password, the account is created here, or taken over from whoever signed up with the address before.
 */
export async function ensureAdministrator(pool: Pool, { email, password }: Admin): Promise<void> {
  await pool.query('select private.set_admin_email($1)', [email ?? null])
  if (!email || !password || (await hasAdministrator(pool))) return
  await pool.query('select private.claim_admin_account($1)', [await hashPassword(password)])
}

/** Whether nobody has an account yet, so that the first to sign up becomes the administrator. */
export async function awaitsFirstAccount(pool: Pool, { email }: Admin): Promise<boolean> {
  if (email) return false
  const { rows } = await pool.query("select from private.settings where name = 'first_account'")
  return rows.length === 0
}

async function hasAdministrator(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ has: boolean }>('select private.has_admin_account() as has')
  return rows[0]?.has ?? false
}

/**
 * A link to set the password of ADMIN_EMAIL and to become the administrator: works once, for a day.
 * Undefined if there is nothing to set up.
 */
export async function administratorLink(
  pool: Pool,
  { email }: Admin,
  site: string,
): Promise<string | undefined> {
  if (!email || (await hasAdministrator(pool))) return undefined
  const token = newToken()
  const link = new URL('/auth/v1/verify', site)
  link.search = String(new URLSearchParams({ token, type: ADMIN_LINK_TYPE }))
  await pool.query(
    `insert into auth.one_time_tokens (token_hash, kind, redirect_to, expires_at)
     values ($1, 'administrator', '', clock_timestamp() + interval '1 day')`,
    [tokenHash(token)],
  )
  return link.href
}

/** The id of the administrator's account, if the token is valid. */
export async function redeemAdministratorLink(
  pool: Pool,
  token: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ owner: string | null }>(
    'select private.redeem_admin_link($1) as owner',
    [tokenHash(token)],
  )
  return rows[0]?.owner ?? undefined
}
