import type { Pool } from 'pg'
import { Accounts } from './accounts.ts'
import { hashPassword } from '../passwords/password-hash.ts'

/** Creates the account of ADMIN_EMAIL and ADMIN_PASSWORD unless it exists. */
export async function ensureAccount(
  pool: Pool,
  { email, password }: { email: string | undefined; password: string | undefined },
): Promise<void> {
  if (!email || !password) return
  const accounts = new Accounts(pool)
  if (await accounts.byEmail(email)) return
  const passwordHash = await hashPassword(password)
  await accounts.create({ email: email.toLowerCase(), passwordHash, confirmed: true, data: {} })
}
