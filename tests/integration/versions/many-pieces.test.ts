import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture } from '../../support/rest/fixture.ts'
import { begin, draftOf, keep, typed } from './text-fixture.ts'

const fixture = forFile(restFixture)

const scenes = (count: number) => Array.from({ length: count }, (_, n) => `int ${n}\n`).join('')

const many = (message: string, hint: string) => ({
  status: 413,
  error: { code: 'PT413', message, hint },
})
const manyScenes = many('many_scenes', 'The script has more than 10,000 scenes.')
const manyLines = many('many_lines', 'The script has more than 100,000 lines.')

/** Of a measurement: the machine may be busy with something else, for a while. */
const TRIES = 8

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Types at the beginning of a text that has just begun, so often, and returns how long each change took. */
async function typeInto(work: string, text: string, times: number): Promise<number[]> {
  const taken: number[] = []
  for (let n = 1; n <= times; n += 1) {
    const after = 'x'.repeat(n) + text
    const change = () => keep(fixture.anna.client, work, n, typed(0, 0, 'x'), after)
    taken.push(await timed(async () => only(await change())))
  }
  return taken
}

test('typing into a text of four times the pieces takes not much more than four times as long', async () => {
  const { client } = fixture.anna
  // From the sixth call on, a connection has plans for any list of pieces instead of for this one.
  await typeInto(await begin(client, 'A'), 'A', 10)
  const least = async (text: string) =>
    Math.min(...(await typeInto(await begin(client, text), text, 4)))
  let times = Infinity
  for (let tries = 0; tries < TRIES && times >= 8; tries += 1) {
    const few = await least(scenes(2_500))
    times = (await least(scenes(10_000))) / few
  }
  expect(times).toBeLessThan(8)
})

test('a change of a thousand places takes not many times as long as one that replaces the text', async () => {
  const { client } = fixture.anna
  const line = 'Mara waits at the quay for the ferry, été comme hiver.\n\n'
  const text = line.repeat(15_000)
  const splices = Array.from({ length: 1_000 }, (_, n) => ({
    start: n * 15 * line.length,
    end: n * 15 * line.length,
    text: 'x',
  }))
  const after = `x${line.repeat(15)}`.repeat(1_000)
  const whole: number[] = []
  const spread: number[] = []
  const isSlow = () => Math.min(...spread) >= 4 * Math.min(...whole)
  for (let tries = 0; tries < TRIES && (tries === 0 || isSlow()); tries += 1) {
    const work = randomUUID()
    whole.push(await timed(() => begin(client, text, work)))
    spread.push(
      await timed(async () =>
        only(await keep(client, work, 1, [{ origin: 'typed', splices }], after)),
      ),
    )
  }
  // It took more than ten times as long when each splice copied the rest of the text.
  expect(isSlow()).toBe(false)
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
