import { hash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { scenesOf } from '../../../bench/support/varied-scenes.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'
import { as } from '../../support/rpc.ts'
import { begin, draftOf, historyOf, keep, typed } from './text-fixture.ts'
import { setStanding } from '../../support/people.ts'

const fixture = forFile(restFixture)

const save = async (
  { client }: SignedIn,
  args: { content: string; title?: string; [key: string]: string | boolean },
) => only(await client.rpc('save_script', { title: 'Saved', ...args }))

const found = async ({ client }: SignedIn, query: string) =>
  only(await client.rpc('search_scripts', { query })).map(({ id }) => id)

/** A text of several pieces, each with a word of its own. */
const harbour = (word: string) =>
  `INT. PIER - DAY\n\nA lantern swings.\n\nEXT. HARBOUR - NIGHT\n\n${word}.\n\nINT. CABIN - DAY\n\nA kettle.\n`

test('words may be spread over the title and several pieces', async () => {
  const { id } = await save(fixture.anna, { title: 'Fogbound', content: harbour('Zeppelin') })
  for (const words of ['lantern kettle', 'kett zeppelin fogb', 'FOGBOUND', 'cabin pier harbour']) {
    expect([words, ...(await found(fixture.anna, words))]).toEqual([words, id])
  }
  expect(await found(fixture.anna, 'lantern teapot')).toEqual([])
  expect(await found(fixture.bert, 'lantern')).toEqual([])
})

test('text that was replaced by a save is found no more, though a version has it', async () => {
  const first = await save(fixture.anna, { content: harbour('Quicksilver') })
  await save(fixture.anna, {
    content: harbour('Copper'),
    script_id: first.id,
    overwrite: true,
  })
  expect(await found(fixture.anna, 'quicksilver')).toEqual([])
  expect(await found(fixture.anna, 'copper kettle')).toEqual([first.id])
  expect(await historyOf(fixture.anna.client, first.work_id)).toHaveLength(2)
  await save(fixture.anna, {
    content: harbour('Quicksilver'),
    script_id: first.id,
    overwrite: true,
  })
  expect(await found(fixture.anna, 'quicksilver')).toEqual([first.id])
})

test('text that has not been saved is not found, and the saved text still is', async () => {
  const { client } = fixture.anna
  const { id, work_id } = await save(fixture.anna, { content: 'Marmalade for the captain.' })
  const after = 'Porridge for the captain.'
  only(await keep(client, work_id, 1, typed(0, 9, 'Porridge'), after))
  const version_id = (await historyOf(client, work_id))[0]?.id ?? ''
  await begin(client, 'Porridge that was never saved')
  expect(await found(fixture.anna, 'porridge')).toEqual([])
  expect(await found(fixture.anna, 'marmalade')).toEqual([id])
  await save(fixture.anna, { content: after, script_id: id, overwrite: true })
  expect(await found(fixture.anna, 'porridge')).toEqual([id])
  // A restore changes the working text only.
  only(await client.rpc('restore_version', { version_id }))
  expect((await draftOf(client, work_id))?.text).toContain('Marmalade')
  expect(await found(fixture.anna, 'marmalade')).toEqual([])
})

test('every word of a line that is longer than a piece is found', async () => {
  const words = Array.from({ length: 1_500 }, (_, n) => `w${hash('md5', `${n}`).slice(0, 6)}x`)
  const packed = words.map((word) => `${word}y`)
  const content = `${words.join(' ')}\n${packed.join(',')}\n`
  const { id } = await save(fixture.anna, { content })
  const { rows } = await fixture.database.pool.query<{ missing: number }>(
    `select count(*)::int as missing from unnest($1::text[]) as word
     where private.mark_of($2) || word not in (
       select unnest(tsvector_to_array(private.words_of(pieces.user_id, pieces.text)))
       from private.script_pieces as pieces join public.script_drafts as drafts on drafts.id = pieces.draft_id
       where drafts.script_id = $3 and pieces.saved)`,
    [[...words, ...packed], fixture.anna.id, id],
  )
  expect(rows).toEqual([{ missing: 0 }])
  expect(await found(fixture.anna, words[700] ?? '')).toEqual([id])
})

test('two writers whose words are marked alike find only their own scripts', async () => {
  const { pool } = fixture.database
  // The marks have 32 bits, so two random ids soon share one.
  const seen = new Map<string, string>()
  const alike: string[] = []
  while (alike.length === 0) {
    const id = randomUUID()
    const mark = hash('md5', id).slice(0, 8)
    const other = seen.get(mark)
    if (other) alike.push(other, id)
    seen.set(mark, id)
  }
  const own = new Map<string, string | undefined>()
  for (const [n, id] of alike.entries()) {
    await pool.query('insert into auth.users (id, email) values ($1, $2)', [id, `${n}@alike.test`])
    await setStanding(pool, { id }, { approved: true })
    const { rows } = await pool.query<{ id: string }>(
      `insert into public.scripts (user_id, title, content) values ($1, 'Periscope', '"Barnacle"') returning id`,
      [id],
    )
    own.set(id, rows[0]?.id)
  }
  for (const [sub, script] of own)
    for (const words of ['barnacle', 'periscope', 'barnacle periscope']) {
      const identity = { role: 'authenticated', claims: { sub } } as const
      const rows = await as(pool, { identity }, 'select id from public.search_scripts($1)', [words])
      expect([words, rows.map(({ id }) => id)]).toEqual([words, [script]])
    }
})

test('a save writes only the pieces that it changed', async () => {
  const { pool } = fixture.database
  const scenes = scenesOf(100_000)
  const { id } = await save(fixture.anna, { content: scenes.join('') })
  const pieces = async () =>
    (
      await pool.query<{ piece: string }>(
        `select pieces.id || ' ' || pieces.xmin as piece
         from private.script_pieces as pieces join public.script_drafts as drafts on drafts.id = pieces.draft_id
         where drafts.script_id = $1 and pieces.saved`,
        [id],
      )
    ).rows.map(({ piece }) => piece)
  const before = await pieces()
  scenes[30] = `${scenes[30]}A bathysphere surfaces.\n\n`
  await save(fixture.anna, { content: scenes.join(''), script_id: id, overwrite: true })
  const after = await pieces()
  expect(before.length).toBeGreaterThan(60)
  expect(after.filter((piece) => !before.includes(piece)).length).toBeLessThan(4)
  expect(await found(fixture.anna, 'bathysphere')).toEqual([id])
})
