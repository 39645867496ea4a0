import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import { newClient } from '../../support/client.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { JWT_SECRET, PASSWORD, restFixture, type SignedIn } from '../../support/rest/fixture.ts'
import { startTestServer } from '../../support/test-server.ts'
import { backUp, contentOf } from './backup-files.ts'

/** Saves one script after another until it is stopped. */
function keepWriting({ client }: SignedIn) {
  let saved = 0
  const stopping = new AbortController()
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const content = `INT. ROOM ${saved} - DAY\n\nA backslash \\ a tab \t and \\N, ☕ ${saved}.`
      const { error } = await client.from('scripts').insert({ title: `No. ${saved}`, content })
      expect(error).toBeNull()
      saved += 1
    }
  }
  const done = loop()
  return {
    saved: () => saved,
    stop() {
      stopping.abort()
      return done
    },
  }
}

test('a backup made while people write is the state of one moment, and is restored completely', async () => {
  const fixture = await restFixture()
  const writers = [fixture.anna, fixture.bert, fixture.admin].map((person) => keepWriting(person))
  const saved = () => writers.reduce((sum, writer) => sum + writer.saved(), 0)
  let [before, hasEverybodySaved] = [0, false]
  let backup: Awaited<ReturnType<typeof backUp>>
  do {
    await turn()
    before = saved()
    hasEverybodySaved = writers.every((writer) => writer.saved() > 0)
    backup = await backUp({ connectionString: fixture.database.url })
  } while (!hasEverybodySaved || saved() === before)
  await Promise.all(writers.map((writer) => writer.stop()))

  const empty = await createTestDatabase()
  await loadBackup({ connectionString: empty.url }, backup)
  expect(contentOf(await backUp({ connectionString: empty.url }))).toEqual(contentOf(backup))
  // A save writes to all of these at once.
  const { rows } = await empty.pool.query(
    `select count(*)::int as scripts, count(v.work_id)::int as versions, count(d.work_id)::int as drafts,
       (select count(*)::int from public.script_versions) as "all versions"
     from public.scripts s
     left join public.script_versions v using (work_id) left join public.script_drafts d using (work_id)`,
  )
  const { scripts } = rows[0] as { scripts: number }
  expect(scripts).toBeGreaterThanOrEqual(before)
  expect(rows).toEqual([{ scripts, versions: scripts, drafts: scripts, 'all versions': scripts }])

  const server = await startTestServer({ DATABASE_URL: empty.url, JWT_SECRET })
  const client = await newClient(server.url)
  const signedIn = await client.auth.signInWithPassword({
    email: fixture.anna.email,
    password: PASSWORD,
  })
  expect(signedIn.error).toBeNull()
  const mine = await client.from('scripts').select('user_id', { count: 'exact' }).limit(1)
  expect(mine.data).toEqual([{ user_id: fixture.anna.id }])
  // Sequences continue after the restored numbers.
  const next = await client.from('scripts').insert({ title: 'After', content: 'EXT. HILL - DAY' })
  expect(next.error).toBeNull()
})
