import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Zip } from '../../../screenplay/formats.ts'
import { TextWork } from '../../../server/generation/texts/text-work.ts'
import { forFile } from '../../support/for-file.ts'
import type { Client } from '../../support/client.ts'
import {
  openFixture,
  PASSWORD,
  type Person,
  signIn,
  withSecondFactor,
} from '../auth/account-fixture.ts'
import { plantRows } from '../permissions/rows.ts'
import { begin, historyOf, keep, pasted, sha256, versionsOf } from '../versions/text-fixture.ts'
import { setStanding } from '../../support/people.ts'

const fixture = forFile(openFixture)

const refusalOf = async (error: unknown) => {
  const response = (error as { context?: Response } | null)?.context
  return response && ((await response.json()) as { code: string }).code
}

const deletion = async ({ functions }: Client, password: string) => {
  const { error } = await functions.invoke('delete-account', { body: { password } })
  return error ? refusalOf(error) : 'deleted'
}

type HistoryLine = {
  piece: number
  text: string
  version: number
  pieces?: number[]
  origin: string
  label: string | null
  text_hash: string
}

describe('the download', () => {
  async function download({ functions }: Client) {
    const { data, error } = await functions.invoke<Blob>('download-data', { method: 'POST' })
    if (error || !data) return refusalOf(error)
    const zip = new Zip(new Uint8Array(await data.arrayBuffer()))
    const read = async (name: string) => new TextDecoder().decode(await zip.read(name))
    return { zip, read }
  }

  test('is one at a time: another one of the same person is refused meanwhile, and nobody else’s', async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    const holder = await fixture.pool.connect()
    const waiting = async () => {
      const { rows } = await fixture.pool.query<{ count: number }>(
        `select count(*)::integer as count from pg_locks where relation = 'public.writing_goals'::regclass and not granted`,
      )
      return rows[0]?.count
    }
    await holder.query('begin; lock table public.writing_goals')
    const first = download(one.client)
    await expect.poll(waiting).toBe(1)
    expect(await download(one.client)).toBe('too_many_downloads')
    const other = download(two.client)
    await expect.poll(waiting).toBe(2)
    await holder.query('rollback')
    holder.release()
    expect([typeof (await first), typeof (await other)]).toEqual(['object', 'object'])
    await expect.poll(async () => typeof (await download(one.client))).toBe('object')
  })

  test('has notes where their words are now, followed in a thread', async () => {
    const { client } = await fixture.newPerson()
    const work = await begin(client, 'FADE IN.\n\nThe pier.\n')
    const note = { work_id: work, start: 14, end: 18, body: 'Which?' }
    const added = await client.rpc('add_note', {
      ...note,
      text_hash: sha256('FADE IN.\n\nThe pier.\n'),
    })
    expect(added.error).toBeNull()
    const now = 'A title\n\nFADE IN.\n\nThe pier.\n'
    await keep(client, work, 1, pasted(0, 0, 'A title\n\n'), now)
    const inThread = vi.spyOn(TextWork.prototype, 'do')
    onTestFinished(() => inThread.mockRestore())
    const got = await download(client)
    if (typeof got !== 'object') throw new Error(`refused: ${got}`)
    const { notes } = JSON.parse(await got.read('notes/Not saved.json')) as { notes: object[] }
    const start = now.indexOf('pier')
    expect(notes).toMatchObject([{ quote: 'pier', start, end: start + 4 }])
    expect(inThread.mock.calls.map(([, task]) => task)).toContain('notesNow')
  })

  test('holds scripts, conversations, examples and the account, and nothing of others', async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    const planted = await plantRows(fixture.pool, one.id)
    await plantRows(fixture.pool, two.id)
    const example = planted['golden_examples']?.key[0]
    await fixture.pool.query('update public.golden_examples set disabled = true where id = $1', [
      example,
    ])
    await fixture.pool.query('update public.chat_messages set used_examples = $2 where id = $1', [
      planted['chat_messages']?.key[0],
      [example],
    ])
    const said = { conversation_id: planted['chat_messages']?.fresh['conversation_id'] as string }
    await one.client.from('chat_messages').insert({
      ...said,
      type: 'user',
      content: 'Another branch',
      parent_id: planted['chat_messages']?.key[0] as string,
    })
    await two.client.from('scripts').insert({ title: "Two's secret", content: 'INT. SECRET' })
    const long = `INT. ROOM - DAY\n\n${'Ünïcode 🎬 '.repeat(20_000)}`
    await one.client.from('scripts').insert([
      { title: 'Twice: a / title?', content: long },
      { title: 'Twice: a / title?', content: { value: 'FADE OUT.' } },
    ])
    const got = await download(one.client)
    if (typeof got !== 'object') throw new Error(`refused: ${got}`)
    expect(await got.read('scripts/Twice a title.fountain')).toBe(long)
    expect(await got.read('scripts/Twice a title (2).fountain')).toBe('FADE OUT.')
    expect(await got.read('scripts/Planted.fountain')).toBe('text')
    expect(JSON.parse(await got.read('conversations/Talk.json'))).toMatchObject({
      title: 'Talk',
      messages: [
        { type: 'ai', content: 'FADE IN', used_examples: [example] },
        { type: 'ai', content: 'FADE IN' },
        { type: 'user', content: 'Another branch', parent_id: planted['chat_messages']?.key[0] },
      ],
    })
    expect(JSON.parse(await got.read('examples.json'))).toMatchObject([
      { id: example, disabled: true },
    ])
    expect(JSON.parse(await got.read('bibles/Planted.json'))).toMatchObject({
      entries: [{ kind: 'rule', name: 'Planted' }],
      proposals: [{ name: 'Planted', sources: [{ quote: 'FADE' }] }],
    })
    expect(JSON.parse(await got.read('notes/Planted.json'))).toMatchObject({
      notes: [{ author: 'writer', quote: 'FADE', body: 'Text' }],
      readings: [{ reader: 'bible' }],
    })
    expect(JSON.parse(await got.read('tags.json'))).toMatchObject([
      { name: 'Planted', color: 'red', scripts: [{ title: 'Planted' }] },
    ])
    expect(await got.read('attachments/Planted - Planted.txt.txt')).toBe('Planted')
    expect(JSON.parse(await got.read('prompts.json'))).toMatchObject([
      { kind: 'prompt', name: 'Planted', text: 'Shorter, please.', shared: false },
    ])
    expect(JSON.parse(await got.read('daily goal.json'))).toEqual({
      unit: 'words',
      amount: 500,
      day: '2026-11-20',
      typed: {},
    })
    const today = new Date().toISOString().slice(0, 10)
    expect(await got.read(`examples/Example ${today}.fountain`)).toBe('Good')
    expect(JSON.parse(await got.read('account.json'))).toMatchObject({
      id: one.id,
      email: one.email,
      usage: [{ generations: 5 }],
      sessions: [{ is_current: true }],
    })
    expect(got.zip.has("scripts/Two's secret.fountain")).toBe(false)
    expect((await fixture.logOf(one)).at(-1)).toMatchObject({ action: 'data_downloaded' })
  })

  test('holds every version, each piece of text once, and what was not saved', async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    await begin(two.client, 'of somebody else')
    const scenes = Array.from({ length: 30 }, (_, n) => `INT. ROOM ${n} - DAY\n\nÜber 🎬 ${n}.\n\n`)
    const work = await begin(one.client, scenes.join(''))
    const save = (content: string) =>
      one.client.rpc('save_script', { title: 'The Pier', content, work_id: work, creation_key })
    const creation_key = randomUUID()
    await save(scenes.join(''))
    for (let round = 1; round <= 25; round += 1) {
      scenes[round] = `EXT. PIER ${round} - NIGHT\n\nRound ${round}.\n\n`
      await save(scenes.join(''))
    }
    const named = (await historyOf(one.client, work))[3]
    await one.client.rpc('name_version', { version_id: named?.id ?? '', label: 'For Ida' })
    const saved = scenes.join('')
    await keep(one.client, work, 26, pasted(0, 0, 'PASTED\n\n'), `PASTED\n\n${saved}`)
    await begin(one.client, 'typed and never saved')

    const got = await download(one.client)
    if (typeof got !== 'object') throw new Error(`refused: ${got}`)
    expect(await got.read('scripts/The Pier.fountain')).toBe(saved)
    expect(await got.read('working texts/The Pier.fountain')).toBe(`PASTED\n\n${saved}`)
    expect(await got.read('working texts/Not saved.fountain')).toBe('typed and never saved')
    expect(got.zip.has('working texts/Not saved (2).fountain')).toBe(false)
    const lines = (await got.read('histories/The Pier.jsonl')).trimEnd().split('\n')
    const records = lines.map((line) => JSON.parse(line) as HistoryLine)
    const pieces = new Map<number, string>()
    const versions: unknown[] = []
    for (const { piece, text, version, origin, text_hash, pieces: list } of records) {
      const joined = list?.map((number) => pieces.get(number)).join('') ?? ''
      if (list) versions.push([version, origin, sha256(joined) === text_hash ? joined : 'other'])
      else pieces.set(piece, text)
    }
    expect(versions).toHaveLength(26)
    expect(versions).toEqual(await versionsOf(one.client, work))
    expect(new Set(pieces.values()).size).toBe(records.length - 26)
    expect(records.find(({ label }) => label === 'For Ida')).toMatchObject({
      version: 23,
      work_id: work,
      job_id: null,
      chain_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: expect.any(String),
    })
    const forIda = await got.read('named versions/The Pier - For Ida.fountain')
    expect(sha256(forIda)).toBe(records.find(({ label }) => label === 'For Ida')?.text_hash)
    expect(await got.read('READ ME.txt')).toContain('How to read a history')
  })

  test('is refused to who is not approved or has not shown the second factor', async () => {
    const { client, email, id } = await fixture.newPerson()
    await withSecondFactor(client)
    const weak = await signIn(fixture.server, email)
    expect(await download(weak)).toBe('not_approved')
    await setStanding(fixture.pool, { id }, { approved: false })
    expect(await download(client)).toBe('not_approved')
  })
})

/** Every table that names a person, and how many rows of theirs it has. */
async function rowsOf({ id, email }: Person) {
  const { rows: columns } = await fixture.pool.query<{ place: string; name: string }>(
    `select format('%I.%I', nspname, relname) as place, attname as name
     from pg_attribute join pg_class on pg_class.oid = attrelid
       join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'private', 'auth') and relkind = 'r' and attnum > 0
       and (atttypid = 'uuid'::regtype or attname in ('email', 'recipient'))
       and relname <> 'audit_log' and not attisdropped`,
  )
  const found: string[] = []
  for (const { place, name } of columns) {
    const { rowCount } = await fixture.pool.query(
      `select from ${place} where ${name}::text in ($1, $2)`,
      [id, email],
    )
    if (rowCount) found.push(place)
  }
  return [...new Set(found)].toSorted()
}

/** A mail that is being sent while its account is deleted is removed later, with those that belong to nobody. */
async function mailsAreSent(): Promise<void> {
  const unsent = 'select from private.mail_outbox where sent_at is null'
  await expect.poll(async () => (await fixture.pool.query(unsent)).rowCount).toBe(0)
}

describe('deleting an account', () => {
  test('takes every row along, in every table, and leaves an entry without content', async () => {
    const [one, two] = [await fixture.newPerson(), await fixture.newPerson()]
    for (const person of [one, two]) {
      await plantRows(fixture.pool, person.id)
      await withSecondFactor(person.client)
      await person.client.auth.mfa.recoveryCodes.generate()
      await fixture.pool.query("select private.queue_mail($1, $2, 'account_approved', '{}')", [
        randomUUID(),
        person.email,
      ])
    }
    await begin(one.client, 'never saved')
    const textRows = async (drafts: string[]) =>
      (
        await fixture.pool.query(
          `select from private.script_pieces where draft_id = any ($1)
           union all select from private.draft_texts where draft_id = any ($1)
           union all select from private.version_texts as texts
             join private.script_pieces as pieces on pieces.id = any (texts.pieces)
             where pieces.draft_id = any ($1)`,
          [drafts],
        )
      ).rowCount
    const { rows } = await fixture.pool.query<{ id: string }>(
      'select id from public.script_drafts where user_id = $1',
      [one.id],
    )
    const drafts = rows.map(({ id }) => id)
    expect(drafts).toHaveLength(3)
    expect(await textRows(drafts)).toBeGreaterThan(6)
    await mailsAreSent()
    const before = await rowsOf(one)
    expect(before).toEqual(
      expect.arrayContaining([
        'auth.users',
        'auth.mfa_factors',
        'private.mail_outbox',
        'public.scripts',
        'public.chat_messages',
      ]),
    )
    expect(await deletion(one.client, 'not the password')).toBe('invalid_credentials')
    expect(await rowsOf(one)).toEqual(before)

    expect(await deletion(one.client, PASSWORD)).toBe('deleted')
    expect(await rowsOf(one)).toEqual([])
    expect(await textRows(drafts)).toBe(0)
    expect(await rowsOf(two)).toEqual(before)
    expect((await fixture.logOf(one)).at(-1)).toMatchObject({ action: 'account_deleted' })
    const again = await one.client.auth.signInWithPassword({
      email: one.email,
      password: PASSWORD,
    })
    expect(again.error?.code).toBe('invalid_credentials')
  })

  test('takes the files of its mails along, whoever deletes it', async () => {
    const [one, two, three] = [
      await fixture.newPerson(),
      await fixture.newPerson(),
      await fixture.newPerson(),
    ]
    // Two files for each of two mails, one about the approval and one for the password reset.
    const FILES = 4
    const outbox = path.join(fixture.server.dataDir, 'outbox')
    const filesTo = async ({ email }: Person) => {
      const files = await readdir(outbox)
      const contents = files.map((file) =>
        readFile(path.join(outbox, file), 'utf8').catch(() => ''),
      )
      return (await Promise.all(contents)).filter((text) => text.includes(email)).length
    }
    for (const { client, email } of [one, two, three])
      await client.auth.resetPasswordForEmail(email)
    for (const person of [one, two, three]) await expect.poll(() => filesTo(person)).toBe(FILES)
    expect(await deletion(one.client, PASSWORD)).toBe('deleted')
    await fixture.admin.client.rpc('delete_user', { user_id: three.id })
    for (const person of [one, three]) await expect.poll(() => filesTo(person)).toBe(0)
    expect(await filesTo(two)).toBe(FILES)
  })

  test('needs the second factor where there is one', async () => {
    const { client, email } = await fixture.newPerson()
    await withSecondFactor(client)
    const weak = await signIn(fixture.server, email)
    expect(await deletion(weak, PASSWORD)).toBe('insufficient_aal')
    expect((await client.auth.getUser()).error).toBeNull()
  })

  test('the last approved admin cannot, in any way; with another one they can', async () => {
    const { admin, pool } = fixture
    expect(await deletion(admin.client, PASSWORD)).toBe('last_admin')
    await expect(pool.query('delete from auth.users where id = $1', [admin.id])).rejects.toThrow(
      'last_admin',
    )
    const second = await fixture.newPerson()
    await setStanding(pool, second, { role: 'admin' })
    expect(await deletion(second.client, PASSWORD)).toBe('deleted')
    expect(await deletion(admin.client, PASSWORD)).toBe('last_admin')
  })

  test("an admin deletes a writer's, never another admin's; a writer nobody's", async () => {
    const [one, two, other] = [
      await fixture.newPerson(),
      await fixture.newPerson(),
      await fixture.newPerson(),
    ]
    await setStanding(fixture.pool, other, { role: 'admin' })
    const remove = async ({ client }: Person, { id }: Person) =>
      (await client.rpc('delete_user', { user_id: id })).error?.message
    expect(await remove(two, one)).toBe('not_an_admin')
    expect(await remove(fixture.admin, other)).toBe('user_not_found')
    await mailsAreSent()
    expect(await remove(fixture.admin, one)).toBeUndefined()
    expect(await rowsOf(one)).toEqual([])
    expect((await fixture.logOf(one)).at(-1)).toEqual({
      action: 'account_deleted',
      actor_email: fixture.admin.email,
      client_address: '127.0.0.1',
    })
    await setStanding(fixture.pool, other, { role: 'scriptwriter' })
  })
})
