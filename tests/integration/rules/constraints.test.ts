import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { createAdmin } from '../../support/people.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const { pool } = fileDatabase()
const person = forFile(() => createAdmin(pool))

const MEGABYTE = 1024 * 1024

const insertScript = (title: string, content: unknown) =>
  pool.query<Record<string, unknown>>(
    'insert into public.scripts (user_id, title, content) values ($1, $2, $3) returning *',
    [person.id, title, JSON.stringify(content)],
  )

const insertJob = (values: Record<string, unknown>) => {
  const all = { user_id: person.id, prompt: 'Go', ...values }
  const places = Object.keys(all).map((_, index) => `$${index + 1}`)
  return pool.query<{ id: string }>(
    `insert into public.generation_jobs (${Object.keys(all).join()}) values (${places.join()}) returning id`,
    Object.values(all),
  )
}

describe('a title', () => {
  test.each(['A', 'x'.repeat(200), 'Ünïcödé 🎬 <b>not</b> html', 'عنوان', 'two  spaces inside'])(
    '%j is accepted',
    async (title) => {
      expect((await insertScript(title, '')).rowCount).toBe(1)
    },
  )

  test.each(['', ' ', ' A', 'A ', 'A\n', '\u00a0A', 'one\ntwo', 'a\u0007bell', 'x'.repeat(201)])(
    '%j is refused',
    async (title) => {
      await expect(insertScript(title, '')).rejects.toMatchObject({
        code: '23514',
        constraint: 'title_is_one_line_of_1_to_200_characters',
      })
    },
  )
})

test('only titles, which are taken from texts, may turn the direction of what follows', async () => {
  const { rows } = await pool.query<{ name: string; rule: string }>(`
    select conrelid::regclass || '.' || attname as name, pg_get_constraintdef(pg_constraint.oid) as rule
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'c' and pg_get_constraintdef(pg_constraint.oid) ~ 'is_title|is_name|are_names'
    order by 1`)
  const isRefused = ({ rule }: { rule: string }) => /is_name|are_names|202a/.test(rule)
  expect(rows.filter((row) => !isRefused(row)).map(({ name }) => name)).toEqual([
    'chat_conversations.title',
    'chat_messages.scope',
    'private.ai_connections.name',
    'private.ai_models.label',
    'private.ai_models.model',
    'scripts.title',
  ])
  expect(rows.filter(isRefused)).toHaveLength(10)
  const { rows: names } = await pool.query<{ name: string; is_name: boolean }>(
    'select name, private.is_name(name, 9) from unnest($1::text[]) as name where private.is_name(name, 9)',
    [
      [
        'Mira',
        'عنوان',
        ...Array.from('\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'),
      ].map((one) => `a${one}`),
    ],
  )
  expect(names.map(({ name }) => name)).toEqual(['aMira', 'aعنوان'])
})

describe("a script's content", () => {
  test.each([['', 'words', { value: 'words' }, { value: '', other: [1] }]].flat())(
    '%j is accepted',
    async (content) => {
      expect((await insertScript('Good', content)).rows[0]?.['content']).toEqual(content)
    },
  )

  test.each(
    [[1, true, null, [], ['words'], {}, { value: 1 }, { value: null }, { text: 'words' }]].flat(),
  )('%j is refused', async (content) => {
    await expect(insertScript('Bad', content)).rejects.toMatchObject({
      constraint: 'content_is_text_or_has_a_text_value',
    })
  })

  test('is at most 1 MB', async () => {
    expect((await insertScript('Long', 'x'.repeat(MEGABYTE))).rowCount).toBe(1)
    await expect(insertScript('Too long', 'x'.repeat(MEGABYTE + 1))).rejects.toMatchObject({
      constraint: 'content_is_at_most_1_mb',
    })
    await expect(insertScript('Too long', 'ü'.repeat(MEGABYTE / 2 + 1))).rejects.toMatchObject({
      constraint: 'content_is_at_most_1_mb',
    })
  })

  test('can be a megabyte of distinct words', async () => {
    const words = Array.from(
      { length: 110_000 },
      (_, n) => `w${n.toString(36)}x${(n * 7919) % 1_000_003}`,
    )
    const content = words.join(' ').slice(0, MEGABYTE)
    expect((await insertScript('Dictionary', content)).rowCount).toBe(1)
  })
})

test('a change moves updated_at on and leaves created_at, even if the database owner says otherwise', async () => {
  const { id, created_at, updated_at } = (await insertScript('Timed', '')).rows[0] ?? {}
  const { rows } = await pool.query<Record<string, Date>>(
    "update public.scripts set created_at = 'epoch', updated_at = 'epoch' where id = $1 returning *",
    [id],
  )
  expect(rows[0]?.['created_at']).toEqual(created_at)
  expect(Number(rows[0]?.['updated_at'])).toBeGreaterThanOrEqual(Number(updated_at))
})

test('ids sort by creation time', async () => {
  const ids: string[] = []
  for (let n = 0; n < 50; n += 1)
    ids.push(String((await insertScript(`Script ${n}`, '')).rows[0]?.['id']))
  expect(ids.toSorted()).toEqual(ids)
  expect(ids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

describe('a generation', () => {
  test.each([
    [{ status: 'running' }, 'generation_jobs_status_check'],
    [{ prompt: ' \n ' }, 'prompt_is_not_blank'],
    [{ prompt: 'x'.repeat(20_001) }, 'prompt_is_at_most_20000_characters'],
    [{ status: 'completed', finished_at: new Date() }, 'a_completed_job_has_a_result'],
    [{ status: 'failed', finished_at: new Date() }, 'a_failed_job_says_why'],
    [{ status: 'pending', error: 'x', error_code: 'x' }, 'a_failed_job_says_why'],
    [{ status: 'completed', result: 'x' }, 'an_ended_job_has_its_time'],
    [{ status: 'processing', finished_at: new Date() }, 'an_ended_job_has_its_time'],
  ])('%j is refused', async (values, constraint) => {
    await expect(insertJob(values)).rejects.toMatchObject({ code: '23514', constraint })
  })

  test.each([
    [{ status: 'completed', result: 'FADE IN' }],
    [{ status: 'failed', error: 'Generation stopped by user.', error_code: 'stopped' }],
  ])('that ended with %j cannot be changed', async (end) => {
    const { rows } = await insertJob({ ...end, finished_at: new Date() })
    for (const change of [
      "status = 'processing'",
      "result = 'other'",
      "partial_text = 'more'",
      "error = 'x'",
    ]) {
      await expect(
        pool.query(`update public.generation_jobs set ${change} where id = $1`, [rows[0]?.id]),
      ).rejects.toMatchObject({ code: 'PT409', message: 'generation_has_ended' })
    }
  })

  test('runs one at a time per conversation', async () => {
    const { rows } = await pool.query<{ id: string }>(
      "insert into public.chat_conversations (user_id, title) values ($1, 'Talk') returning id",
      [person.id],
    )
    const conversation_id = rows[0]?.id
    const first = await insertJob({ conversation_id })
    await expect(insertJob({ conversation_id })).rejects.toMatchObject({ code: '23505' })
    await pool.query(
      "update public.generation_jobs set status = 'completed', result = 'x', finished_at = now() where id = $1",
      [first.rows[0]?.id],
    )
    expect((await insertJob({ conversation_id })).rowCount).toBe(1)
  })
})

const use = (month: string, count: number) =>
  pool.query('insert into public.api_usage values ($1, $2, $3)', [person.id, month, count])

test('a usage month is a first day, and its count is not negative', async () => {
  await expect(use('2026-11-02', 1)).rejects.toMatchObject({ constraint: 'month_is_a_first_day' })
  await expect(use('2026-11-01', -1)).rejects.toMatchObject({ code: '23514' })
})

test('nobody can change the audit log, not even its owner', async () => {
  await pool.query("insert into public.audit_log (action, user_id) values ('approved', $1)", [
    person.id,
  ])
  for (const statement of [
    "update public.audit_log set action = 'restricted'",
    'delete from public.audit_log',
    'truncate public.audit_log',
  ]) {
    await expect(pool.query(statement)).rejects.toMatchObject({ code: 'PT409' })
  }
})
