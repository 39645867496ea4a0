import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { makeLetters } from '../../support/rest/letters.ts'
import { restFixture, untyped } from '../../support/rest/fixture.ts'

// PostgREST features that are not supported: each is refused by name, never answered differently.

let client: SupabaseClient

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLetters(fixture)
  client = untyped(fixture.anna.client)
})

const people = () => client.from('people').select('id')

type Answer = { status: number; error: { code: string; message: string; details: string } | null }

const calls: [name: string, named: RegExp, call: () => PromiseLike<Answer>][] = [
  ['textSearch', /fts/, () => people().textSearch('name', 'ada')],
  ['textSearch, plain', /plfts/, () => people().textSearch('name', 'ada', { type: 'plain' })],
  ['textSearch, configured', /fts/, () => people().textSearch('name', 'ada', { config: 'simple' })],
  ['contains', /cs/, () => people().contains('note', { a: 1 })],
  ['containedBy', /cd/, () => people().containedBy('note', { a: 1 })],
  ['overlaps', /ov/, () => people().overlaps('note', ['a'])],
  ['rangeGt', /sr/, () => people().rangeGt('born', '[1,2]')],
  ['rangeGte', /nxl/, () => people().rangeGte('born', '[1,2]')],
  ['rangeLt', /sl/, () => people().rangeLt('born', '[1,2]')],
  ['rangeLte', /nxr/, () => people().rangeLte('born', '[1,2]')],
  ['rangeAdjacent', /adj/, () => people().rangeAdjacent('born', '[1,2]')],
  ['regexMatch', /match/, () => people().regexMatch('name', '^A')],
  ['regexIMatch', /imatch/, () => people().regexIMatch('name', '^A')],
  ['isDistinct', /isdistinct/, () => people().isDistinct('name', 'Ada')],
  ['likeAllOf', /like/, () => people().likeAllOf('name', ['A%'])],
  ['ilikeAnyOf', /ilike/, () => people().ilikeAnyOf('name', ['a%'])],
  ['eq(any)', /eq/, () => people().filter('name', 'eq(any)', '{Ada}')],
  ['an operator in a group', /match/, () => people().or('name.match.^A,id.eq.1')],
  ['a cast', /[Cc]ast/, () => client.from('people').select('id::text')],
  ['a path into JSON', /JSON/, () => client.from('people').select('note->a')],
  ['a text path into JSON', /JSON/, () => client.from('people').select('a:note->>a')],
  ['a filter by a JSON path', /JSON/, () => people().eq('note->>a', '1')],
  ['an order by a JSON path', /JSON/, () => people().order('note->a')],
  ['an aggregate', /[Aa]ggregat/, () => client.from('people').select('id.sum()')],
  ['a count as a column', /[Aa]ggregat/, () => client.from('people').select('count()')],
  ['a spread', /[Ss]pread/, () => client.from('stamps').select('colour, ...letters(body)')],
  ['csv', /csv/, () => people().csv()],
  ['geojson', /geo/, () => people().geojson()],
  ['explain', /plan/, () => people().explain()],
  ['stripNulls', /[Nn]ull/, () => people().stripNulls()],
  ['a planned count', /planned/, () => client.from('people').select('id', { count: 'planned' })],
  [
    'an estimated count',
    /estimated/,
    () => client.from('people').select('id', { count: 'estimated' }),
  ],
  [
    'maxAffected',
    /affected/,
    () =>
      client
        .from('people')
        .update({ name: 'X' })
        .eq('id', 1)
        .setHeader('Prefer', 'handling=strict,max-affected=1'),
  ],
  ['rollback', /[Rr]oll/, () => client.from('people').update({ name: 'X' }).eq('id', 1).rollback()],
]

describe('is refused by name', () => {
  test.each(calls)('%s', async (_name, named, call) => {
    const { status, error } = await call()
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(error).toEqual({
      code: expect.stringMatching(/^PGRST\d{3}$/) as string,
      message: expect.any(String) as string,
      details: error?.details,
      hint: null,
    })
    expect(`${error?.message} ${error?.details}`).toMatch(named)
  })

  test('csv has the error code of an unavailable media type', async () => {
    expect(await people().csv()).toMatchObject({ status: 406, error: { code: 'PGRST107' } })
  })

  test('and refused requests changed nothing', async () => {
    const { data } = await client.from('people').select('name').eq('id', 1)
    expect(data).toEqual([{ name: 'Ada' }])
  })

  test('an unknown preference is ignored, unless the client is strict', async () => {
    const lenient = await fixture.call('/people', {
      as: fixture.anna,
      headers: { prefer: 'colour=red' },
    })
    expect(lenient.status).toBe(200)
    const strict = await fixture.call('/people', {
      as: fixture.anna,
      headers: { prefer: 'handling=strict, colour=red' },
    })
    expect([strict.status, await strict.json()]).toMatchObject([400, { code: 'PGRST122' }])
  })
})
