import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only } from '../../support/rest/fixture.ts'
import { openFixture, type Person } from '../auth/account-fixture.ts'
import { begin } from '../versions/text-fixture.ts'

// Files that writers attach to a script: who may, how many and how large, and what goes when one goes.

const fixture = forFile(() => openFixture({ TEXT_QUOTA_MB: '3' }))

const attach = ({ client }: Person, work_id: string, text: string, name = 'Treatment.txt') =>
  client.rpc('add_attachment', { work_id, name, kind: 'text', text })
const listed = async ({ client }: Person, work_id: string) =>
  only(await client.from('attachments').select('id, name').eq('work_id', work_id).order('name'))
const textOf = async ({ client }: Person, attachment_id: string) =>
  (await client.rpc('attachment_text', { attachment_id })).data

/** What is counted, and what the tables have of attachments. */
async function stored({ id }: Person) {
  const { rows } = await fixture.pool.query<{ counted: number; present: number }>(
    `select
       (select coalesce(sum(bytes), 0)::float from private.stored_texts where user_id = $1) as counted,
       (select coalesce(sum(octet_length(text) + 200), 0)::float from private.attachment_pieces where user_id = $1)
         as present`,
    [id],
  )
  return rows[0] ?? { counted: 0, present: 0 }
}

/** Paragraphs that are all different, because pieces that are equal are stored once. */
const paragraphs = (bytes: number, word: string) =>
  Array.from({ length: Math.ceil(bytes / 100) }, (_, n) => `${n} `.padEnd(98, `${word} `)).join(
    '\n\n',
  )

test('an attachment is listed and opened with the text of its writer alone', async () => {
  const [anna, bert] = [await fixture.newPerson('anna'), await fixture.newPerson('bert')]
  const work = await begin(anna.client, 'INT. TRAM - NIGHT\n')
  const { id } = only(await attach(anna, work, 'Two thieves.\n\nA tram. 🎬'))
  expect(await listed(anna, work)).toEqual([{ id, name: 'Treatment.txt' }])
  expect(await textOf(anna, id)).toBe('Two thieves.\n\nA tram. 🎬')
  // The same number of a text is another text of another writer.
  only(await attach(bert, work, 'Of Bert'))
  expect(await listed(anna, work)).toHaveLength(1)
  const opened = { script_id: work }
  expect(only(await anna.client.rpc('open_text', opened))).toMatchObject([
    { attachments: [{ id, name: 'Treatment.txt', kind: 'text', characters: 23 }] },
  ])
  expect(only(await bert.client.rpc('open_text', opened))).toMatchObject([
    { attachments: [{ characters: 7 }] },
  ])
  only(await anna.client.from('attachments').delete().eq('id', id).select())
  expect(await stored(anna)).toMatchObject({ present: 0 })
})

test('a script has at most 20, of 1 MB each, with text and a name of one line', async () => {
  const dora = await fixture.newPerson('dora')
  const work = randomUUID()
  for (let n = 0; n < 20; n += 1) only(await attach(dora, work, `No. ${n}`, `${n}.txt`))
  expect((await attach(dora, work, 'One more')).error?.message).toBe('too_many_attachments')
  // The same file again is the one that is there.
  only(await attach(dora, work, 'No. 7', '7.txt'))
  expect(await listed(dora, work)).toHaveLength(20)
  const other = randomUUID()
  const refused = async (text: string, name?: string) => {
    const { error } = await attach(dora, other, text, name)
    return error?.message.startsWith('new row') ? error.code : error?.message
  }
  expect(await refused('x'.repeat(1_048_577))).toBe('attachment_is_too_large')
  expect(await refused('é'.repeat(524_289))).toBe('attachment_is_too_large')
  expect(await refused(' \n\t ')).toBe('attachment_is_empty')
  expect((await attach(dora, other, 'A\0B')).status).toBe(400)
  expect((await attach(dora, other, '\ud800')).status).toBe(400)
  for (const name of ['', ' ', 'a\nb', 'a\u0007', 'txt.\u202egnp', 'x'.repeat(201)])
    expect([name, await refused('Text', name)]).toEqual([name, '23514'])
  const { error } = await dora.client.rpc('add_attachment', {
    work_id: other,
    name: 'A',
    kind: 'exe',
    text: 'x',
  })
  expect(error?.code).toBe('23514')
  // Nothing of what was refused is left.
  expect(await listed(dora, other)).toEqual([])
  const { rowCount } = await fixture.pool.query(
    'select from private.attachment_pieces where user_id = $1 and draft_id in (select id from public.script_drafts where work_id = $2)',
    [dora.id, other],
  )
  expect(rowCount).toBe(0)
})

test('they count as stored text, equal pieces once, and give room back when they are removed', async () => {
  const emil = await fixture.newPerson('emil')
  const script = only(await emil.client.rpc('save_script', { title: 'Full', content: 'INT. A\n' }))
  const { work_id } = only(
    await emil.client.from('scripts').select('work_id').eq('id', script.id).single(),
  )
  const before = await stored(emil)
  const draft = paragraphs(900_000, 'rain')
  const first = only(await attach(emil, work_id, draft, 'Draft 1.txt'))
  const once = await stored(emil)
  expect(once.present).toBeGreaterThan(900_000)
  expect(once.counted - before.counted).toBe(once.present)
  // Most of the next draft is there already.
  const second = only(await attach(emil, work_id, `${draft}\n\nThe end.`, 'Draft 2.txt'))
  expect((await stored(emil)).present - once.present).toBeLessThan(10_000)
  only(await attach(emil, work_id, paragraphs(900_000, 'snow'), 'Notes.txt'))
  only(await attach(emil, work_id, paragraphs(900_000, 'wind'), 'More.txt'))
  expect(await attach(emil, work_id, paragraphs(900_000, 'hail'), 'Too much.txt')).toMatchObject({
    status: 413,
    error: { message: 'stored_text_is_full' },
  })
  expect(await listed(emil, work_id)).toHaveLength(4)
  only(await emil.client.from('attachments').delete().eq('id', first.id).select())
  expect(await textOf(emil, second.id)).toBe(`${draft}\n\nThe end.`)
  only(await emil.client.from('attachments').delete().eq('id', second.id).select())
  only(await attach(emil, work_id, paragraphs(900_000, 'hail'), 'Fits now.txt'))
  const { counted, present } = await stored(emil)
  expect(counted - before.counted).toBe(present)
  // All go with the script.
  only(await emil.client.from('scripts').delete().eq('id', script.id).select('id'))
  expect(await stored(emil)).toEqual({ counted: 0, present: 0 })
  expect(await listed(emil, work_id)).toEqual([])
})

test('what has attachments only is listed as not saved, and can be deleted', async () => {
  const finn = await fixture.newPerson('finn')
  const work_id = randomUUID()
  only(await attach(finn, work_id, 'Two thieves.'))
  expect(only(await finn.client.rpc('unsaved_texts'))).toMatchObject([
    { work_id, preview: 'Treatment.txt' },
  ])
  expect((await finn.client.rpc('delete_unsaved_text', { work_id })).error).toBeNull()
  expect(await stored(finn)).toEqual({ counted: 0, present: 0 })
})
