import type { Pool } from 'pg'

/** Tells the database whose account is the administrator's; without an address, the first one ever is. */
export async function chooseAdministrator(pool: Pool, email: string | undefined): Promise<void> {
  await pool.query('select private.set_admin_email($1)', [email ?? null])
}
