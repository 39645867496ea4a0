import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { Pool, type QueryResultRow } from 'pg'
import { hashPassword } from '../../server/auth/passwords/password-hash.ts'
import { newClient } from './client.ts'

export type BrowserPerson = { id: string; email: string; password: string }

type Standing = { role?: 'admin' | 'scriptwriter'; approved?: boolean; learningLoop?: boolean }

export const PASSWORD = 'a good long password'

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the global setup did not run.`)
  return value
}

let pool: Pool | undefined
let hash: Promise<string> | undefined

/** Asks the server's database directly, past every rule. */
export async function sql<Row extends QueryResultRow = QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  if (!pool) {
    pool = new Pool({
      connectionString: setting('SCRIPT_WRITER_DATABASE'),
      max: 2,
      allowExitOnIdle: true,
    })
    pool.on('error', () => undefined) // the server ends before the workers do
  }
  return (await pool.query<Row>(text, values)).rows
}

/** An address that no other test has. */
export const uniqueEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`

/** An account with a password, put into the standing that the test needs: an approved writer if it says nothing. */
export async function createPerson(
  name: string,
  { role = 'scriptwriter', approved = true, learningLoop = false }: Standing = {},
): Promise<BrowserPerson> {
  const id = randomUUID()
  const email = uniqueEmail(name)
  hash ??= hashPassword(PASSWORD)
  await sql(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
     values ($1, $2, $3, clock_timestamp())`,
    [id, email, await hash],
  )
  await sql(
    'update public.profiles set role = $2, approved = $3, learning_loop_access = $4 where id = $1',
    [id, role, approved, learningLoop],
  )
  return { id, email, password: PASSWORD }
}

export const setApproved = ({ id }: BrowserPerson, approved: boolean) =>
  sql('update public.profiles set approved = $2 where id = $1', [id, approved])

/** Puts a real session where the app's client keeps it; the next page that is opened is signed in. */
export async function signInAs(page: Page, person: BrowserPerson): Promise<void> {
  const client = await newClient(setting('SCRIPT_WRITER_URL'))
  const { email, password } = person
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw error
  // An empty page of the same origin, which asks the server for nothing.
  const door = '**/an-empty-page-of-the-tests'
  await page.route(door, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:," />' }),
  )
  await page.goto('/an-empty-page-of-the-tests')
  await page.evaluate((session) => {
    localStorage.setItem('script-writer-session', session)
  }, JSON.stringify(data.session))
  await page.unroute(door)
}

/** Waits until the check passes, for what no page shows. */
export async function eventually<Value>(
  read: () => Promise<Value | undefined>,
  milliseconds = 10_000,
): Promise<Value> {
  const end = Date.now() + milliseconds
  for (;;) {
    const value = await read()
    if (value !== undefined) return value
    if (Date.now() > end) throw new Error('It did not happen in time.')
    await pause(50)
  }
}
