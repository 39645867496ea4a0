import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { Pool } from 'pg'
import { scene, scenesOf } from '../support/varied-scenes.ts'
import type { Person } from './writer.ts'

export const JWT_SECRET = 'a secret of this benchmark, long enough for it'

const SIZE = 100_000
/** One-page scripts that each writer has besides the long one. */
const OTHERS = 20
const AT_ONCE = 4

type Account = { id: string; session: string }

async function createAccount(pool: Pool, name: string): Promise<Account> {
  const { rows } = await pool.query<Account>(
    `with person as (
       insert into auth.users (id, email) values (gen_random_uuid(), $1) returning id
     )
     insert into auth.sessions (user_id) select id from person returning user_id as id, id as session`,
    [`${name}@example.com`],
  )
  const [account] = rows
  if (!account) throw new Error(`no account for ${name}`)
  return account
}

const tokenOf = ({ id, session }: Account) =>
  new SignJWT({ role: 'authenticated', session_id: session })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(id)
    .setAudience('authenticated')
    .setExpirationTime('3h')
    .sign(new TextEncoder().encode(JWT_SECRET))

/** A script of 100 KB with a conversation, and other scripts around it. */
async function createWork(pool: Pool, owner: string, n: number) {
  const work = randomUUID()
  await pool.query(
    `insert into public.scripts (user_id, title, content)
       select $1, 'Other script ' || n, to_jsonb(text)
       from unnest($2::text[]) with ordinality as given (text, n)`,
    [owner, Array.from({ length: OTHERS }, (_, other) => scene(n * 100 + other, 7))],
  )
  const { rows } = await pool.query<{ id: string }>(
    `insert into public.scripts (user_id, title, content, work_id)
       values ($1, 'Long script', to_jsonb($2::text), $3) returning id`,
    [owner, scenesOf(SIZE, n * 100).join(''), work],
  )
  const script = rows[0]?.id ?? ''
  await pool.query(
    `insert into public.saved_scripts (user_id, script_id)
       select user_id, id from public.scripts where user_id = $1`,
    [owner],
  )
  const { rows: chats } = await pool.query<{ id: string }>(
    `insert into public.chat_conversations (user_id, script_id, work_id, title)
       values ($1, $2, $3, 'Chat: Long script') returning id`,
    [owner, script, work],
  )
  return { script, work, conversation: chats[0]?.id ?? '' }
}

/** Somebody who is signed in. The first account of a database is the administrator. */
export async function createSignedIn(pool: Pool, name: string) {
  const account = await createAccount(pool, name)
  return { id: account.id, name, token: await tokenOf(account) }
}

async function createPerson(pool: Pool, name: string, n: number): Promise<Person> {
  const account = await createSignedIn(pool, name)
  await pool.query('update public.profiles set approved = true where id = $1', [account.id])
  return { ...account, ...(await createWork(pool, account.id, n)) }
}

/** Writers with scripts. */
export async function createPeople(pool: Pool, count: number): Promise<Person[]> {
  const people: Person[] = []
  const numbers = Array.from({ length: count }, (_, n) => n)
  const work = async () => {
    for (let n = numbers.shift(); n !== undefined; n = numbers.shift()) {
      people[n] = await createPerson(pool, `writer${n}`, n)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await pool.query('vacuum (analyze)')
  return people
}
