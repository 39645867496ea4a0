import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import type { TestDatabase } from '../../support/database/test-database.ts'
import { begin, draftOf, keep, typed } from '../versions/text-fixture.ts'
import {
  clientOf,
  follow,
  type LiveServer,
  signedIn,
  SOON,
  startWithDatabase,
} from './live-people.ts'

let database: TestDatabase
let server: LiveServer

beforeAll(async () => {
  ;({ database, server } = await startWithDatabase())
  await signedIn(database.pool, 'admin', { role: 'admin' })
})

const anna = forFile(() => signedIn(database.pool, 'anna'))
const bert = forFile(() => signedIn(database.pool, 'bert'))

test("a kept draft reaches the user's other tabs with its changes, and nobody else", async () => {
  const all = { event: '*', table: 'script_drafts' } as const
  const [tab, other] = [clientOf(server, anna), await follow(clientOf(server, anna), all)]
  const theirs = await follow(clientOf(server, bert), all)
  const work_id = await begin(tab, 'one')
  await expect
    .poll(() => other.changes, SOON)
    .toContainEqual(
      expect.objectContaining({ new: expect.objectContaining({ work_id, revision: 1 }) }),
    )
  const changes = typed(3, 3, ' two')
  await keep(tab, work_id, 1, changes, 'one two')
  const text_hash = (await draftOf(tab, work_id))?.text_hash
  await expect
    .poll(() => other.changes.at(-1)?.new, SOON)
    .toMatchObject({ work_id, revision: 2, changes, text_hash })
  const own = await begin(clientOf(server, bert), 'of Bert')
  await expect.poll(() => theirs.changes.length, SOON).toBeGreaterThan(0)
  expect(new Set(theirs.changes.map((change) => change.new['work_id']))).toEqual(new Set([own]))
})
