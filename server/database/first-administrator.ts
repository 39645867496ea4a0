import type { Pool } from 'pg'

/** Sets whose account becomes the administrator; without an address, the first one to sign up. */
export async function chooseAdministrator(pool: Pool, email: string | undefined): Promise<void> {
  await pool.query('select private.set_admin_email($1)', [email ?? null])
}
