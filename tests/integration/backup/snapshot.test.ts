import { Connection } from 'pg'
import { expect, test, vi } from 'vitest'
import { cleanUp } from '../../support/clean-up.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { createAdmin } from '../../support/people.ts'
import { backUp } from './backup-files.ts'

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
