import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import type { Pool, QueryResultRow } from 'pg'
import { AccessTokens } from '../../../server/auth/sessions/access-token.ts'
import { Accounts } from '../../../server/auth/accounts/accounts.ts'
import { Sessions } from '../../../server/auth/sessions/sessions.ts'
import { testPool } from '../database/test-pool.ts'
import { createPerson as createIn, PASSWORD, setStanding } from '../people.ts'

export type BrowserPerson = { id: string; email: string; password: string }

type Session = Awaited<ReturnType<Sessions['open']>>

const setting = (name: string): string => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: the global setup did not run.`)
  return value
}

let opened: Pool | undefined

function database(): Pool {
  if (opened) return opened
  opened = testPool({
    connectionString: setting('SCRIPT_WRITER_DATABASE'),
    max: 2,
    allowExitOnIdle: true,
  })
  return opened
}

/** Queries the server's database directly, past every rule. */
export const sql = async <Row extends QueryResultRow = QueryResultRow>(
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await database().query<Row>(text, values)).rows

const created: string[] = []

/** Keeps the lists of later tests short: rendering more people takes longer than deleting them. */
export async function deletePeople(): Promise<void> {
  const ids = created.splice(0)
  if (ids.length > 0) await sql('delete from auth.users where id = any($1)', [ids])
}

/** Marks people to be deleted after the test. */
export const remember = (...ids: string[]): number => created.push(...ids)

/** An address that no other test uses. */
export const uniqueEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`

/** An account with a password; an approved writer unless the test says otherwise. */
export async function createPerson(
  name: string,
  standing: Parameters<typeof createIn>[2] = {},
): Promise<BrowserPerson> {
  const [unique = ''] = uniqueEmail(name).split('@')
  const { id, email } = await createIn(database(), unique, standing)
  remember(id)
  return { id, email, password: PASSWORD }
}

export const setApproved = (person: BrowserPerson, approved: boolean) =>
  setStanding(database(), person, { approved })

/** A real session, opened in the database the way the server does after a sign-in. */
export async function openSession({ id }: BrowserPerson): Promise<Session> {
  const pool = database()
  const jwtSecret = setting('SCRIPT_WRITER_JWT_SECRET')
  const tokens = new AccessTokens(jwtSecret, () => setting('SCRIPT_WRITER_URL'))
  const sessions = new Sessions({ pool, jwtSecret, tokens, accounts: new Accounts(pool), days: 1 })
  return sessions.open(id, 'signed_in', { agent: 'browser tests', address: '127.0.0.1' })
}

/** From the next page load on, this tab is signed in, until somebody signs out in it. */
export async function signInAs(
  page: Page,
  person: BrowserPerson,
  changed: Partial<Session> = {},
): Promise<void> {
  const session = { ...(await openSession(person)), ...changed }
  await page.addInitScript(
    ({ origin, mark, stored }) => {
      // Only once, so that a reload keeps the session as the app has changed it.
      if (location.origin !== origin || sessionStorage.getItem(mark)) return
      sessionStorage.setItem(mark, 'done')
      localStorage.setItem('script-writer-session', stored)
    },
    {
      origin: new URL(setting('SCRIPT_WRITER_URL')).origin,
      mark: `signed-in-by-test:${randomUUID()}`,
      stored: JSON.stringify(session),
    },
  )
}

/** Fills the form of /login and submits it. */
export async function signInByHand(
  page: Page,
  { email, password }: Pick<BrowserPerson, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Polls until `read` returns a value, for state that no page shows. */
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
