import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only } from '../../support/rest/fixture.ts'
import { openFixture, type Person } from '../auth/account-fixture.ts'
import { begin, draftOf, historyOf, keep, pasted, typed, versionsOf } from './text-fixture.ts'

const fixture = forFile(() => openFixture({ TEXT_QUOTA_MB: '1' }))

/** Lines that are all different, because pieces that are equal are stored once. */
const lines = (bytes: number) =>
  Array.from({ length: bytes / 50 }, (_, n) => `${n} `.padEnd(49, 'rain ')).join('\n') + '\n'
const HALF = lines(500_000)
const full = {
  status: 413,
  error: {
    code: 'PT413',
    message: 'stored_text_is_full',
    hint: 'Texts and their versions take up 1 MB: delete scripts that are not needed.',
  },
}

/** What is counted, and what the tables have. */
async function stored({ id }: Person) {
  const { rows } = await fixture.pool.query<{ counted: number; present: number }>(
    `select
       (select coalesce(sum(bytes), 0)::float from private.stored_texts where user_id = $1) as counted,
       (select coalesce(sum(octet_length(text) + 200), 0)::float from private.script_pieces where user_id = $1) + (
         select coalesce(sum(8 * cardinality(texts.pieces) + 800), 0)::float
         from public.script_versions as versions
         join private.version_texts as texts on texts.version_id = versions.id
         where versions.user_id = $1
       ) as present`,
    [id],
  )
  return rows[0] ?? { counted: 0, present: 0 }
}

test('a writer whose texts are full stores no more, others do, and deleting a script helps', async () => {
  const anna = await fixture.newPerson('anna')
  const bert = await fixture.newPerson('bert')
  const { client } = anna
  const script = only(await client.rpc('save_script', { title: 'Half', content: HALF }))
  const work = await begin(client, 'INT. TRAM - NIGHT\n')
  const more = `INT. TRAM - NIGHT\n${HALF}`
  expect(await keep(client, work, 1, pasted(18, 18, HALF), more)).toMatchObject(full)
  expect(await draftOf(client, work)).toMatchObject({ revision: 1, text: 'INT. TRAM - NIGHT\n' })
  const other = { title: 'More', content: HALF }
  expect(await client.rpc('save_script', other)).toMatchObject(full)
  expect(await client.from('scripts').insert(other)).toMatchObject(full)
  const begun = randomUUID()
  expect(await keep(client, begun, 0, pasted(0, 0, HALF), HALF)).toMatchObject(full)
  expect(await draftOf(client, begun)).toBeUndefined()

  await begin(bert.client, HALF)
  only(await client.from('scripts').delete().eq('id', script.id).select('id'))
  only(await keep(client, work, 1, pasted(18, 18, HALF), more))
  const { counted, present } = await stored(anna)
  expect(counted).toBe(present)
})

test('versions count too, and making one of what is stored is never refused', async () => {
  const { client, id } = await fixture.newPerson('carl')
  const work = await begin(client, HALF)
  await fixture.pool.query(
    'update private.stored_texts set bytes = 1048576 - 1000 where user_id = $1',
    [id],
  )
  // The list of the version's pieces is longer than what is left.
  only(await keep(client, work, 1, [{ origin: 'typed', splices: [], version: true }], HALF))
  expect(await historyOf(client, work)).toHaveLength(1)
  expect(await keep(client, work, 2, typed(0, 1, 'x'), `x${HALF.slice(1)}`)).toMatchObject(full)
  only(await client.rpc('save_script', { title: 'Kept', content: HALF, work_id: work }))
  expect(await versionsOf(client, work)).toMatchObject([[1, 'typed', HALF]])
})

test('what is counted is what the tables have, whatever was done', async () => {
  const dora = await fixture.newPerson('dora')
  const { client } = dora
  const work = await begin(client, 'INT. TRAM - NIGHT\n\nRai.\n')
  // The piece that only the draft had is removed.
  only(await keep(client, work, 1, typed(22, 22, 'n'), 'INT. TRAM - NIGHT\n\nRain.\n'))
  const text = 'INT. TRAM - NIGHT\n\nRain.\nINT. TRAM - DAY\n\nSun.\n'
  only(await keep(client, work, 2, pasted(25, 25, text.slice(25)), text))
  only(await client.rpc('save_script', { title: 'Tram', content: text, work_id: work }))
  only(await keep(client, work, 3, typed(0, 25, ''), text.slice(25)))
  only(await keep(client, work, 4, typed(0, 22, ''), ''))
  const [oldest] = (await historyOf(client, work)).toReversed()
  only(await client.rpc('restore_version', { version_id: oldest?.id ?? '' }))
  const { counted, present } = await stored(dora)
  expect(counted).toBe(present)
  expect(counted).toBeGreaterThan(1_000)
  only(await client.from('scripts').delete().eq('title', 'Tram').select('id'))
  expect(await stored(dora)).toEqual({ counted: 0, present: 0 })
})
