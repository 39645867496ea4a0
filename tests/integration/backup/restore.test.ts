import { expect, test } from 'vitest'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { restWorld } from '../../support/rest/world.ts'
import { backUp, contentOf } from './backup-files.ts'

test('x', async () => {
  const world = await restWorld()
  const { error } = await world.anna.client
    .from('scripts')
    .insert({ title: 'A', content: 'INT. ROOM - DAY\n\nHello \\ \t there.' })
  expect(error).toBeNull()
  const backup = await backUp({ connectionString: world.database.url })
  console.log(
    backup.manifest.tables
      .filter((t) => t.rows)
      .map((t) => `${t.schema}.${t.name} ${t.rows} ${t.content}`)
      .join('\n'),
  )
  const empty = await createTestDatabase('empty')
  await loadBackup({ connectionString: empty.url }, backup)
  const again = await backUp({ connectionString: empty.url })
  expect(contentOf(again)).toEqual(contentOf(backup))
})
