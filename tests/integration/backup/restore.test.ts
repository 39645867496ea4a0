import { Connection } from 'pg'
import { expect, test, vi } from 'vitest'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { newClient } from '../../support/client.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { JWT_SECRET } from '../../support/signed-in.ts'
import { createAdmin, PASSWORD } from '../../support/people.ts'
import { restFixture } from '../../support/rest/fixture.ts'
import { startTestServer } from '../../support/test-server.ts'
import { backUp, contentOf } from './backup-files.ts'

test('what was written is restored completely, and goes on from there', async () => {
  const fixture = await restFixture()
  const content = `INT. ROOM - DAY\n\nA backslash \\ a tab \t and \\N, ☕.`
  for (const { client } of [fixture.anna, fixture.bert, fixture.admin])
    expect((await client.from('scripts').insert({ title: 'One', content })).error).toBeNull()
  const backup = await backUp({ connectionString: fixture.database.url })
  const empty = await createTestDatabase()
  await loadBackup({ connectionString: empty.url }, backup)
  expect(contentOf(await backUp({ connectionString: empty.url }))).toEqual(contentOf(backup))

  const server = await startTestServer({ DATABASE_URL: empty.url, JWT_SECRET })
  const client = await newClient(server.url)
  const signedIn = await client.auth.signInWithPassword({
    email: fixture.anna.email,
    password: PASSWORD,
  })
  expect(signedIn.error).toBeNull()
  const mine = await client.from('scripts').select('user_id, content')
  expect(mine.data).toEqual([{ user_id: fixture.anna.id, content }])
  // Sequences continue after the restored numbers.
  const next = await client.from('scripts').insert({ title: 'After', content: 'EXT. HILL - DAY' })
  expect(next.error).toBeNull()
})

type Wire = { query: (text: string) => void }

/** Runs `work` right before the rows of the table are asked for. */
function beforeCopying(table: string, work: () => Promise<unknown>): () => boolean {
  const { prototype } = Connection as unknown as { prototype: Wire }
  const { query } = prototype
  let isDone = false
  vi.spyOn(prototype, 'query').mockImplementation(function (this: Wire, text) {
    if (isDone || !text.startsWith(`copy ${table} `)) {
      query.call(this, text)
      return
    }
    isDone = true
    void work().finally(() => query.call(this, text))
  })
  cleanUp(() => vi.restoreAllMocks())
  return () => isDone
}

test('what is saved while one table after another is read is in none of them', async () => {
  const { url, pool } = await createTestDatabase()
  await createAdmin(pool)
  const save = () =>
    pool.query(`insert into public.scripts (user_id, title, content)
      select id, 'One', to_jsonb('INT. ROOM - DAY'::text) from public.profiles`)
  await save()
  const wasSaved = beforeCopying('"public"."scripts"', save)
  const { manifest } = await backUp({ connectionString: url })
  expect(wasSaved()).toBe(true)
  const rows = Object.fromEntries(manifest.tables.map(({ name, rows: count }) => [name, count]))
  // The save added rows to both tables between their reads; the backup has neither row.
  expect(rows).toMatchObject({ script_versions: 1, scripts: 1 })
  expect((await pool.query('select from public.scripts')).rowCount).toBe(2)
})
