import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeLetters } from '../../support/rest/letters.ts'
import { restFixture, untyped } from '../../support/rest/fixture.ts'

let client: SupabaseClient

beforeAll(async () => {
  const fixture = await restFixture()
  await makeLetters(fixture)
  client = untyped(fixture.anna.client)
})

describe('embedding along foreign keys', () => {
  test('many-to-one, with an alias, selected by the foreign key name', async () => {
    const { data, error } = await client
      .from('letters')
      .select(
        'id, from:people!letters_sender_fkey(name), to:people!letters_receiver_fkey(id, name)',
      )
      .order('id')
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 101, from: { name: 'Ada' }, to: { id: 2, name: 'Ben' } },
      { id: 102, from: { name: 'Ada' }, to: { id: 3, name: 'Cyd' } },
      { id: 103, from: { name: 'Ben' }, to: { id: 1, name: 'Ada' } },
      { id: 104, from: null, to: { id: 1, name: 'Ada' } },
    ])
  })

  test('selected by the column instead', async () => {
    const { data } = await client.from('letters').select('people!receiver(name)').eq('id', 101)
    expect(data).toEqual([{ people: { name: 'Ben' } }])
  })

  test('one-to-many, with an empty list if there are none', async () => {
    const { data } = await client
      .from('people')
      .select('name, letters!letters_sender_fkey(id)')
      .order('id')
      .order('id', { referencedTable: 'letters' })
    expect(data).toEqual([
      { name: 'Ada', letters: [{ id: 101 }, { id: 102 }] },
      { name: 'Ben', letters: [{ id: 103 }] },
      { name: 'Cyd', letters: [] },
      { name: null, letters: [] },
    ])
  })

  test('one-to-one from the referenced side: an object or null', async () => {
    const { data } = await client
      .from('letters')
      .select('id, stamps(colour)')
      .lt('id', 103)
      .order('id')
    expect(data).toEqual([
      { id: 101, stamps: { colour: 'red' } },
      { id: 102, stamps: null },
    ])
  })

  test('nested, with all columns of the innermost', async () => {
    const { data } = await client
      .from('people')
      .select('name, letters!letters_sender_fkey(body, stamps(*), pages(*))')
      .eq('id', 2)
    expect(data).toEqual([
      {
        name: 'Ben',
        letters: [
          {
            body: 're: hello',
            stamps: null,
            pages: [{ letter_id: 103, number: 1, words: 'only' }],
          },
        ],
      },
    ])
  })

  test('the same table twice side by side', async () => {
    const people = 'people!letters_sender_fkey(name)'
    const twice = await client
      .from('letters')
      .select(`from:${people}, again:${people}`)
      .eq('id', 101)
    expect(twice.data).toEqual([{ from: { name: 'Ada' }, again: { name: 'Ada' } }])
  })
})

describe('within an embedded resource', () => {
  test('filters do not affect the outer rows', async () => {
    const { data } = await client
      .from('letters')
      .select('id, pages(words)')
      .eq('pages.number', 2)
      .in('id', [101, 103])
      .order('id')
    expect(data).toEqual([
      { id: 101, pages: [{ words: 'second' }] },
      { id: 103, pages: [] },
    ])
  })

  test('with !inner they do: outer rows without a match are neither returned nor counted', async () => {
    const { data, count } = await client
      .from('letters')
      .select('id, pages!inner(words)', { count: 'exact' })
      .eq('pages.number', 2)
    expect(data).toEqual([{ id: 101, pages: [{ words: 'second' }] }])
    expect(count).toBe(1)
    const one = await client
      .from('letters')
      .select('id, from:people!letters_sender_fkey!inner(name)')
      .eq('from.name', 'Ben')
    expect(one.data).toEqual([{ id: 103, from: { name: 'Ben' } }])
  })

  test('with empty parentheses it is joined but not returned', async () => {
    const select = 'letters!letters_sender_fkey!inner()'
    const named = await client.from('people').select(`name, ${select}`).order('id')
    expect(named.data).toEqual([{ name: 'Ada' }, { name: 'Ben' }])
    const bare = await client.from('people').select(select)
    expect(bare.data).toEqual([{}, {}])
  })

  test('order, limit and range', async () => {
    const read = () => client.from('letters').select('pages(number)').eq('id', 101)
    const last = await read()
      .order('number', { referencedTable: 'pages', ascending: false })
      .limit(1, { referencedTable: 'pages' })
    expect(last.data).toEqual([{ pages: [{ number: 2 }] }])
    const second = await read()
      .order('number', { referencedTable: 'pages' })
      .range(1, 5, { referencedTable: 'pages' })
    expect(second.data).toEqual([{ pages: [{ number: 2 }] }])
  })

  test('or groups, and filters two levels down', async () => {
    const either = await client
      .from('letters')
      .select('pages(number)')
      .eq('id', 101)
      .or('number.eq.2,words.eq."first"', { referencedTable: 'pages' })
      .order('number', { referencedTable: 'pages' })
    expect(either.data).toEqual([{ pages: [{ number: 1 }, { number: 2 }] }])
    const deep = await client
      .from('people')
      .select('letters!letters_sender_fkey(id, pages(words))')
      .eq('id', 1)
      .eq('letters.id', 101)
      .eq('letters.pages.number', 1)
    expect(deep.data).toEqual([{ letters: [{ id: 101, pages: [{ words: 'first' }] }] }])
  })
})

describe('refused', () => {
  test('without a foreign key between the two: PGRST200', async () => {
    for (const select of ['*, pages(*)', '*, nowhere(*)', '*, letters!no_such_key(*)']) {
      const answer = await client.from('people').select(select)
      expect(answer).toMatchObject({
        status: 400,
        error: {
          code: 'PGRST200',
          message: expect.stringMatching(
            /^Could not find a relationship between 'people' and '\w+' in the schema cache$/,
          ) as string,
        },
      })
    }
  })

  test('a filter on a resource that is not embedded: PGRST108', async () => {
    expect(await client.from('letters').select('id').eq('pages.number', 1)).toMatchObject({
      status: 400,
      error: {
        code: 'PGRST108',
        message: "'pages' is not an embedded resource in this request",
      },
    })
  })

  test('nested too deep', async () => {
    const deep = (levels: number): string =>
      levels === 0
        ? 'id'
        : `id,${levels % 2 ? 'letters!letters_sender_fkey' : 'people!letters_sender_fkey'}(${deep(levels - 1)})`
    const { status, error } = await client.from('people').select(deep(31))
    expect(status).toBe(400)
    expect(error?.code).toMatch(/^PGRST/)
  })
})
