import type { ClientBase, Pool } from 'pg'
import type { DemoAccount } from '../../contract/demo.ts'
import { Accounts } from '../auth/accounts/accounts.ts'
import { hashPassword } from '../auth/passwords.ts'
import { type DemoFolder, markAsMade } from './demo-folder.ts'
import { readSample } from './sample.ts'
import { addJob } from './sample-jobs.ts'
import { SampleLibrary } from './sample-library.ts'
import { hoursBefore, withPastTimes } from './sample-times.ts'

/** Generations of the month that left nothing but their part in the sums, by day before today. */
const DAYS = 30
const perDay = (day: number) => (day % 7 < 2 ? 0 : ((day * 5) % 4) + 1)

async function signUp(pool: Pool, { email, password }: DemoAccount): Promise<string> {
  const account = { email, passwordHash: await hashPassword(password), confirmed: true, data: {} }
  const user = await new Accounts(pool).signUp(account)
  if (!user) throw new Error(`${email} has an account.`)
  return user.id
}

const isAdmin = ({ role }: DemoAccount) => role === 'administrator'

const become = (client: ClientBase, person: string) =>
  client.query("select set_config('request.jwt.claim.sub', $1, true)", [person])

async function addUsage(client: ClientBase, writer: string, now: number): Promise<void> {
  for (let day = DAYS - 1; day > 0; day -= 1)
    for (let at = 0; at < perDay(day); at += 1)
      await addJob(client, writer, {
        prompt: 'Make this scene shorter.',
        result: 'Shorter.',
        at: hoursBefore(now, day * 24 + at),
      })
}

/** Makes the accounts and the sample library of a demo that has none yet; the administrator first, as everywhere. */
export async function makeDemo(pool: Pool, dataDir: string, folder: DemoFolder): Promise<void> {
  if (folder.isMade) return
  const ids: Partial<Record<DemoAccount['role'], string>> = {}
  const order = folder.accounts.toSorted((a, b) => Number(isAdmin(b)) - Number(isAdmin(a)))
  for (const account of order) ids[account.role] = await signUp(pool, account)
  const { administrator = '', writer = '' } = ids
  const client = await pool.connect()
  try {
    await client.query('begin')
    await become(client, administrator)
    await client.query('select public.approve_user($1)', [writer])
    await become(client, writer)
    await withPastTimes(client, async () => {
      const now = Date.now()
      await new SampleLibrary(client, writer, now, readSample()).write()
      await addUsage(client, writer, now)
    })
    // Nobody waits for a mail of the demo.
    await client.query('delete from private.mail_outbox')
    await client.query('commit')
  } finally {
    client.release(true)
  }
  markAsMade(dataDir, folder)
}
