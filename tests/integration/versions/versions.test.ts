import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cutDueVersions } from '../../../server/database/due-versions.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import {
  age,
  begin,
  chainHash,
  draftOf,
  historyOf,
  keep,
  pasted,
  sha256,
  typed,
  versionsOf,
  type Step,
} from './text-fixture.ts'

const fixture = forFile(restFixture)

describe('while typing', () => {
  test('changes share a version, and pasted text has one of its own', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'a')
    only(await keep(client, work, 1, typed(1, 1, 'b'), 'ab'))
    only(await keep(client, work, 2, pasted(2, 2, 'P'), 'abP'))
    only(await keep(client, work, 3, pasted(3, 3, 'Q'), 'abPQ'))
    only(await keep(client, work, 4, [...typed(4, 4, 'c'), ...pasted(5, 5, 'R')], 'abPQcR'))
    expect(await versionsOf(client, work)).toEqual([
      [1, 'typed', 'ab'],
      [2, 'pasted', 'abPQ'],
      [3, 'typed', 'abPQc'],
    ])
    expect((await draftOf(client, work))?.text).toBe('abPQcR')
  })

  test('text that undo brings back has a version of its own', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'a b')
    only(await keep(client, work, 1, typed(0, 2, ''), 'b'))
    const restored = [{ origin: 'restore', splices: [{ start: 0, end: 0, text: 'a ' }] }]
    only(await keep(client, work, 2, [...restored, ...typed(3, 3, ' c')], 'a b c'))
    expect(await versionsOf(client, work)).toEqual([
      [1, 'typed', 'b'],
      [2, 'restore', 'a b'],
    ])
  })

  test('5 idle minutes and 10 minutes of typing end a version', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'a')
    await age(fixture.database.pool, work, '9 minutes', '4 minutes')
    only(await keep(client, work, 1, typed(1, 1, 'b'), 'ab'))
    expect(await versionsOf(client, work)).toEqual([])
    await age(fixture.database.pool, work, '5 minutes', '5 minutes')
    only(await keep(client, work, 2, typed(2, 2, 'c'), 'abc'))
    await age(fixture.database.pool, work, '10 minutes', '0 minutes')
    only(await keep(client, work, 3, typed(3, 3, 'd'), 'abcd'))
    expect(await versionsOf(client, work)).toEqual([
      [1, 'typed', 'ab'],
      [2, 'typed', 'abc'],
    ])
  })

  test('the server ends what is due when nobody types any more', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'idle')
    const others = await begin(client, 'still typing')
    await cutDueVersions(fixture.database.pool)
    expect(await versionsOf(client, work)).toEqual([])
    await age(fixture.database.pool, work, '5 minutes', '5 minutes')
    await cutDueVersions(fixture.database.pool)
    expect(await versionsOf(client, work)).toEqual([[1, 'typed', 'idle']])
    expect(await versionsOf(client, others)).toEqual([])
    expect(await draftOf(client, work)).toMatchObject({ revision: 1, text: 'idle' })
  })

  test('a text that somebody is changing keeps no other text from becoming a version', async () => {
    const { pool } = fixture.database
    const { client } = fixture.anna
    const [busy, idle] = [await begin(client, 'busy'), await begin(client, 'idle')]
    await age(pool, busy, '6 minutes', '6 minutes')
    await age(pool, idle, '5 minutes', '5 minutes')
    await holdLock(pool, 'select from public.script_drafts where work_id = $1 for update', [busy])
    await cutDueVersions(pool)
    expect(await versionsOf(client, idle)).toEqual([[1, 'typed', 'idle']])
    expect(await versionsOf(client, busy)).toEqual([])
  })

  test('an import and a merge are versions at once, and a step may ask for one', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'a')
    const splices = [{ start: 0, end: 1, text: 'imported' }]
    only(await keep(client, work, 1, [{ origin: 'import', splices }], 'imported'))
    const diverged = [
      { origin: 'typed', splices: [{ start: 0, end: 0, text: 'X' }], version: true },
      { origin: 'typed', splices: [{ start: 0, end: 1, text: 'Y' }], version: true },
      { origin: 'merge', splices: [{ start: 0, end: 0, text: 'X' }] },
    ]
    only(await keep(client, work, 2, diverged, 'XYimported'))
    only(await keep(client, work, 3, [{ origin: 'merge', splices: [] }], 'XYimported'))
    expect(await versionsOf(client, work)).toEqual([
      [1, 'typed', 'a'],
      [2, 'import', 'imported'],
      [3, 'typed', 'Ximported'],
      [4, 'typed', 'Yimported'],
      [5, 'merge', 'XYimported'],
    ])
  })

  test('versions that steps ask for within a second are one, unless they lead to a merge', async () => {
    const { client } = fixture.anna
    const add = (text: string, at: number): Step => ({
      origin: 'typed',
      splices: [{ start: at, end: at, text }],
      version: true,
    })
    const work = await begin(client, '')
    only(await keep(client, work, 1, [add('a', 0), add('b', 1), add('c', 2)], 'abc'))
    expect(await versionsOf(client, work)).toEqual([[1, 'typed', 'a']])
    const keepIt = { origin: 'typed', splices: [], version: true }
    only(await keep(client, work, 2, [keepIt, add('d', 3), add('e', 4)], 'abcde'))
    // What is still pending becomes a version before the merge does.
    only(await keep(client, work, 3, [{ ...add('f', 5), origin: 'merge' }], 'abcdef'))
    const merged = [
      [1, 'typed', 'a'],
      [2, 'typed', 'abc'],
      [3, 'typed', 'abcde'],
      [4, 'merge', 'abcdef'],
    ]
    expect(await versionsOf(client, work)).toEqual(merged)

    let text = 'abcdef'
    const typeOn = async () => {
      const step = add('g', text.length)
      text += 'g'
      only(await keep(client, work, text.length - 3, [step], text))
      return (await historyOf(client, work)).length
    }
    expect(await typeOn()).toBe(5)
    // More than a second later there is another one, with all that was typed until then.
    await expect.poll(typeOn).toBe(6)
    expect(await versionsOf(client, work)).toEqual([
      ...merged,
      [5, 'typed', 'abcdefg'],
      [6, 'typed', text],
    ])
  })
})

describe('saving', () => {
  const save = async (args: { title?: string; content: string; [key: string]: string | boolean }) =>
    only(await fixture.anna.client.rpc('save_script', { title: 'Saved', ...args }))

  test('attaches the history of the text, whose pending text becomes a version', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'typed')
    only(await keep(client, work, 1, pasted(5, 5, '+'), 'typed+'))
    const script = await save({ content: 'typed+', work_id: work })
    expect(script.work_id).toBe(work)
    expect(await versionsOf(client, work)).toEqual([
      [1, 'typed', 'typed'],
      [2, 'pasted', 'typed+'],
    ])
    const versions = only(await client.from('script_versions').select('*').eq('work_id', work))
    expect(versions.map(({ script_id }) => script_id)).toEqual([script.id, script.id])
    expect(only(await client.rpc('script_history', { script_id: script.id }))).toHaveLength(2)
    expect(await draftOf(client, work)).toMatchObject({ script_id: script.id, revision: 2 })
    only(await keep(client, work, 2, typed(0, 0, 'x'), 'xtyped+'))
    await save({ content: 'xtyped+', script_id: script.id, overwrite: true })
    expect((await versionsOf(client, work)).at(-1)).toEqual([3, 'typed', 'xtyped+'])
  })

  test('the same text again makes no other version, another text makes one', async () => {
    const { id, work_id } = await save({ content: 'one' })
    await save({ content: 'one', script_id: id, overwrite: true })
    await save({ content: 'two', script_id: id, overwrite: true })
    expect(await versionsOf(fixture.anna.client, work_id)).toEqual([
      [1, 'import', 'one'],
      [2, 'import', 'two'],
    ])
  })

  test('a text that the draft does not have keeps the draft as a version', async () => {
    const { client } = fixture.anna
    const { id, work_id } = await save({ content: 'one' })
    only(await keep(client, work_id, 1, typed(0, 3, 'unsaved'), 'unsaved'))
    await save({ content: 'two', script_id: id, overwrite: true })
    expect(await versionsOf(client, work_id)).toEqual([
      [1, 'import', 'one'],
      [2, 'typed', 'unsaved'],
      [3, 'import', 'two'],
    ])
    expect(await draftOf(client, work_id)).toMatchObject({ revision: 3, text: 'two' })
  })

  test('a plain insert and update of the table make versions too', async () => {
    const { client } = fixture.anna
    const row = { title: 'Plain', content: { value: 'one' } }
    const { id, work_id } = only(await client.from('scripts').insert(row).select().single())
    only(await client.from('scripts').update({ content: 'two' }).eq('id', id).select())
    expect(await versionsOf(client, work_id)).toEqual([
      [1, 'import', 'one'],
      [2, 'import', 'two'],
    ])
  })

  test('a first save takes over the text of its conversation, as often as it is sent', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'of the chat')
    const started = await client.rpc('start_conversation', { prompt: 'Go', work_id: work })
    const conversation_id = only(started)[0]?.conversation_id ?? ''
    const creation_key = randomUUID()
    const saves = await Promise.all(
      Array.from({ length: 5 }, () =>
        save({ content: 'of the chat', conversation_id, creation_key }),
      ),
    )
    expect(new Set(saves.map(({ id }) => id)).size).toBe(1)
    expect(saves[0]?.work_id).toBe(work)
    const other = await save({ content: 'of the chat', conversation_id })
    expect(other.work_id).not.toBe(work)
    const chat = await client.from('chat_conversations').select('work_id').eq('id', conversation_id)
    expect(only(chat)).toEqual([{ work_id: other.work_id }])
  })
})

describe('the history', () => {
  test('lists newest first with words, opens and labels versions', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'INT. PIER - DAY\n\nThree words here.\n')
    only(
      await keep(
        client,
        work,
        1,
        pasted(0, 0, 'More. '),
        'More. INT. PIER - DAY\n\nThree words here.\n',
      ),
    )
    only(await client.rpc('save_script', { title: 'T', content: 'two words', work_id: work }))
    const list = await historyOf(client, work)
    expect(list.map(({ number, words, label }) => [number, words, label])).toEqual([
      [3, 2, null],
      [2, 7, null],
      [1, 6, null],
    ])
    const version_id = list[0]?.id ?? ''
    const named = only(await client.rpc('name_version', { version_id, label: '  First draft ' }))
    expect(named.label).toBe('First draft')
    expect((await historyOf(client, work))[0]?.label).toBe('First draft')
    only(await client.rpc('name_version', { version_id, label: ' ' }))
    expect((await historyOf(client, work))[0]?.label).toBeNull()
    const long = await client.rpc('name_version', { version_id, label: 'x'.repeat(201) })
    expect([long.status, long.error?.message]).toEqual([400, 'label_is_too_long'])
    const lines = await client.rpc('name_version', { version_id, label: 'a\nb' })
    expect(lines.error?.code).toBe('23514')
  })

  test('restoring makes a new version equal to the old one and loses nothing', async () => {
    const { client } = fixture.anna
    const work = await begin(client, 'first')
    only(await keep(client, work, 1, pasted(0, 5, 'second'), 'second'))
    only(await keep(client, work, 2, typed(0, 6, 'third'), 'third'))
    const first = (await historyOf(client, work)).at(-1)
    const restored = only(await client.rpc('restore_version', { version_id: first?.id ?? '' }))
    expect(restored).toMatchObject({ number: 4, origin: 'restore', text_hash: sha256('first') })
    expect(await versionsOf(client, work)).toEqual([
      [1, 'typed', 'first'],
      [2, 'pasted', 'second'],
      [3, 'typed', 'third'],
      [4, 'restore', 'first'],
    ])
    expect(await draftOf(client, work)).toMatchObject({ revision: 4, text: 'first' })
    const stale = await keep(client, work, 3, typed(0, 0, 'x'), 'xthird')
    expect(stale.error?.message).toBe('draft_changed')
  })

  test('goes with its script, and the conversation begins another text', async () => {
    const { client } = fixture.anna
    const started = await client.rpc('start_conversation', { prompt: 'Go' })
    const conversation_id = only(started)[0]?.conversation_id ?? ''
    const { id, work_id } = only(
      await client.rpc('save_script', { title: 'T', content: 'text', conversation_id }),
    )
    const version_id = (await historyOf(client, work_id))[0]?.id ?? ''
    await client.rpc('delete_script', { script_id: id })
    expect((await client.rpc('version_text', { version_id })).status).toBe(404)
    const { rows } = await fixture.database.pool.query(
      `select from public.script_drafts where work_id = $1
       union all select from public.script_versions where work_id = $1
       union all select from private.script_pieces where text = 'text'
         and draft_id not in (select id from public.script_drafts)`,
      [work_id],
    )
    expect(rows).toEqual([])
    const chat = await client.from('chat_conversations').select('work_id').eq('id', conversation_id)
    expect(only(chat)[0]?.work_id).not.toBe(work_id)
    const late = await keep(client, work_id, 1, typed(0, 0, 'x'), 'xtext')
    expect(late.error?.message).toBe('draft_not_found')
  })
})

test('numbers have no gaps and the chain verifies after concurrent changes of every kind', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'start')
  const script = only(
    await client.rpc('save_script', { title: 'T', content: 'start', work_id: work }),
  )
  const first = (await historyOf(client, work))[0]?.id ?? ''
  await Promise.all(
    Array.from({ length: 10 }, async (_, n) => {
      const text = `text ${n}`
      const draft = await draftOf(client, work)
      await Promise.all([
        client.rpc('restore_version', { version_id: first }),
        client.rpc('save_script', {
          title: 'T',
          content: text,
          script_id: script.id,
          overwrite: true,
        }),
        keep(
          client,
          work,
          draft?.revision ?? 0,
          pasted(0, draft?.text.length ?? 0, text.repeat(2)),
          text.repeat(2),
        ),
      ])
    }),
  )
  const versions = only(
    await client.from('script_versions').select('*').eq('work_id', work).order('number'),
  )
  expect(versions.length).toBeGreaterThanOrEqual(20)
  expect(versions.map(({ number }) => number)).toEqual(versions.map((_, index) => index + 1))
  let previous = ''
  for (const version of versions) {
    expect(version.chain_hash).toBe(chainHash(previous, version))
    const { data } = await client.rpc('version_text', { version_id: version.id })
    expect(version.text_hash).toBe(sha256(data ?? ''))
    previous = version.chain_hash
  }
})

test('a version cannot be changed or deleted, not even by the database owner', async () => {
  const { pool } = fixture.database
  const work = await begin(fixture.anna.client, 'a')
  only(await keep(fixture.anna.client, work, 1, pasted(0, 1, 'b'), 'b'))
  for (const change of [
    "origin = 'import'",
    'number = 7',
    "text_hash = ''",
    'created_at = now()',
  ]) {
    await expect(
      pool.query(`update public.script_versions set ${change} where work_id = $1`, [work]),
    ).rejects.toMatchObject({ message: 'version_is_immutable' })
  }
})
