import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rolledBack } from '../../support/attempt.ts'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { begin, draftOf, keep, sha256, type Step, typed } from './text-fixture.ts'

const fixture = forFile(restFixture)

const scenes = (count: number) => Array.from({ length: count }, (_, n) => `int ${n}\n`).join('')

const many = (message: string, hint: string) => ({
  status: 413,
  error: { code: 'PT413', message, hint },
})
const manyScenes = many('many_scenes', 'The script has more than 10,000 scenes.')
const manyLines = many('many_lines', 'The script has more than 100,000 lines.')

/** The characters that `private.utf16_left` was given in this transaction. */
const LOOKED_AT = "coalesce(nullif(current_setting('tests.looked_at', true), ''), '0')::bigint"

/** What statements about Anna's text, which are taken back, add to a number that the database keeps. */
const countedIn = (number: string, before: [string, unknown[]][], counted: [string, unknown[]]) =>
  rolledBack(fixture.database.pool, fixture.anna.identity, async (client) => {
    for (const [text, values] of before) await client.query(text, values)
    const read = async () => {
      const { rows } = await client.query<{ number: number }>(
        `select (${number})::integer as number`,
      )
      return rows[0]?.number ?? NaN
    }
    const already = await read()
    await client.query(...counted)
    return (await read()) - already
  })

const keeping = (work: string, revision: number, steps: Step[], after: string) =>
  [
    'select public.keep_draft($1, $2, $3, $4)',
    [work, revision, JSON.stringify(steps), sha256(after)],
  ] satisfies [string, unknown[]]

test('typing into a text of four times the pieces reads and writes four times the rows', async () => {
  const rowsFor = async (count: number) => {
    const text = scenes(count)
    const work = await begin(fixture.anna.client, text)
    const types = (n: number) => keeping(work, n, typed(0, 0, 'x'), 'x'.repeat(n) + text)
    // From the sixth call on, a connection has plans for any list of pieces instead of for this one.
    const calls = Array.from({ length: 10 }, (_, n) => types(n + 1))
    const number = `select sum(seq_tup_read + idx_tup_fetch + n_tup_ins + n_tup_upd + n_tup_del)
      from pg_stat_xact_user_tables`
    return countedIn(number, calls, types(11))
  }
  const [less, more] = [await rowsFor(2_500), await rowsFor(10_000)]
  expect(less).toBeGreaterThan(2_500)
  expect(more / less).toBeLessThan(5)
})

test('a change of a thousand places looks at each part of the text a few times, not once for each place', async () => {
  await fixture.database.pool.query(`
    alter function private.utf16_left(text, integer) rename to left_of;
    create function private.utf16_left(written text, units integer) returns text language plpgsql as $$
    begin
      perform set_config('tests.looked_at', (${LOOKED_AT} + char_length(written))::text, true);
      return private.left_of(written, units);
    end $$`)
  const line = 'Mara waits at the quay for the ferry, été comme hiver.\n\n'
  const text = line.repeat(15_000)
  const splices = Array.from({ length: 1_000 }, (_, n) => ({
    start: n * 15 * line.length,
    end: n * 15 * line.length,
    text: 'x',
  }))
  const after = `x${line.repeat(15)}`.repeat(1_000)
  const work = await begin(fixture.anna.client, text)
  const spread = keeping(work, 1, [{ origin: 'typed', splices }], after)
  const times = (await countedIn(LOOKED_AT, [], spread)) / text.length
  expect(times).toBeGreaterThan(0.5)
  // It was 500 times when each splice copied the rest of the text.
  expect(times).toBeLessThan(20)
})

describe('a text has no more parts than a script can have', () => {
  test('30,000 lines that are headings are refused, and nothing is stored', async () => {
    const { client } = fixture.anna
    const work = randomUUID()
    const text = scenes(30_000)
    expect(await keep(client, work, 0, typed(0, 0, text), text)).toMatchObject(manyScenes)
    expect(await draftOf(client, work)).toBeUndefined()
    const saved = await client.rpc('save_script', { title: 'Many', content: text, work_id: work })
    expect(saved).toMatchObject(manyScenes)
    expect(await client.from('scripts').insert({ title: 'Many', content: text })).toMatchObject(
      manyScenes,
    )
    expect(only(await client.from('scripts').select('id').eq('title', 'Many'))).toEqual([])
  })

  test('lines are counted wherever they end, empty ones not', async () => {
    const { client } = fixture.anna
    const text = 'a\r'.repeat(100_001)
    expect(await keep(client, randomUUID(), 0, typed(0, 0, text), text)).toMatchObject(manyLines)
    await begin(client, `\n${'a\r\n'.repeat(100_000)}`)
  })

  test.each([
    ['line feeds', scenes(6_000)],
    ['carriage returns alone', scenes(6_000).replaceAll('\n', '\r')],
  ])('nor one that grew in small steps, with %s', async (_ends, half) => {
    const { client } = fixture.bert
    const work = await begin(client, half)
    expect(await keep(client, work, 1, typed(0, 0, half), half + half)).toMatchObject(manyScenes)
    expect(await draftOf(client, work)).toMatchObject({ revision: 1, text: half })
  })

  test('nor more pieces, with lines that are chosen so that each is one', async () => {
    const { client } = fixture.bert
    const { rows } = await fixture.database.pool.query<{ line: string }>(
      `select line from (select 'line ' || n || E' xx\n' as line from generate_series(100000, 900000) as n) as lines
       where hashtext(line) & 31 = 0 limit 20001`,
    )
    const lines = rows.map(({ line }) => line)
    const text = lines.join('')
    expect(await keep(client, randomUUID(), 0, typed(0, 0, text), text)).toMatchObject(
      many('many_pieces', 'The script has far more parts than a screenplay.'),
    )
    const half = lines.slice(0, 10_001).join('')
    const work = await begin(client, half)
    const rest = lines.slice(10_001).join('')
    const grown = await keep(client, work, 1, typed(half.length, half.length, rest), half + rest)
    expect(grown).toMatchObject({ status: 413, error: { message: 'many_pieces' } })
  })
})
