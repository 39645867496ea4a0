import { beforeAll, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { makeLetters } from '../../support/rest/letters.ts'
import { restFixture } from '../../support/rest/fixture.ts'

const fixture = forFile(restFixture)

beforeAll(() => makeLetters(fixture))

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fixture.call(path, { as: fixture.anna, headers })
  return { response, body: await response.json() }
}

const SENT = 'letters!letters_sender_fkey'
const SENDER = 'people!letters_sender_fkey'

const first = '/letters?select=pages(number)&id=eq.101'

test.each(
  Object.entries({
    // Many-to-one, with an alias, selected by the name of the foreign key or by the column.
    [`/letters?select=id, from:${SENDER}(name), to:people!letters_receiver_fkey(id, name)&order=id`]:
      [
        { id: 101, from: { name: 'Ada' }, to: { id: 2, name: 'Ben' } },
        { id: 102, from: { name: 'Ada' }, to: { id: 3, name: 'Cyd' } },
        { id: 103, from: { name: 'Ben' }, to: { id: 1, name: 'Ada' } },
        { id: 104, from: null, to: { id: 1, name: 'Ada' } },
      ],
    '/letters?select=people!receiver(name)&id=eq.101': [{ people: { name: 'Ben' } }],
    // One-to-many, with an empty list if there are none.
    [`/people?select=name,${SENT}(id)&order=id&letters.order=id`]: [
      { name: 'Ada', letters: [{ id: 101 }, { id: 102 }] },
      { name: 'Ben', letters: [{ id: 103 }] },
      { name: 'Cyd', letters: [] },
      { name: null, letters: [] },
    ],
    // One-to-one from the referenced side: an object or null.
    '/letters?select=id,stamps(colour)&id=lt.103&order=id': [
      { id: 101, stamps: { colour: 'red' } },
      { id: 102, stamps: null },
    ],
    // Nested, with all columns of the innermost.
    [`/people?select=${SENT}(body,stamps(*),pages(*))&id=eq.2`]: [
      {
        letters: [
          {
            body: 're: hello',
            stamps: null,
            pages: [{ letter_id: 103, number: 1, words: 'only' }],
          },
        ],
      },
    ],
    // The same table twice side by side.
    [`/letters?select=from:${SENDER}(name),again:${SENDER}(name)&id=eq.101`]: [
      { from: { name: 'Ada' }, again: { name: 'Ada' } },
    ],
    // Filters within do not affect the outer rows, with !inner they do.
    '/letters?select=id,pages(words)&pages.number=eq.2&id=in.(101,103)&order=id': [
      { id: 101, pages: [{ words: 'second' }] },
      { id: 103, pages: [] },
    ],
    [`/letters?select=id,from:${SENDER}!inner(name)&from.name=eq.Ben`]: [
      { id: 103, from: { name: 'Ben' } },
    ],
    // With empty parentheses it is joined but not returned.
    [`/people?select=name,${SENT}!inner()&order=id`]: [{ name: 'Ada' }, { name: 'Ben' }],
    [`/people?select=${SENT}!inner()`]: [{}, {}],
    // Order, limit, range, groups, and filters two levels down.
    [`${first}&pages.order=number.desc&pages.limit=1`]: [{ pages: [{ number: 2 }] }],
    [`${first}&pages.order=number&pages.offset=1&pages.limit=5`]: [{ pages: [{ number: 2 }] }],
    [`${first}&pages.or=(number.eq.2,words.eq."first")&pages.order=number`]: [
      { pages: [{ number: 1 }, { number: 2 }] },
    ],
    [`/people?select=${SENT}(id,pages(words))&id=eq.1&letters.id=eq.101&letters.pages.number=eq.1`]:
      [{ letters: [{ id: 101, pages: [{ words: 'first' }] }] }],
  }),
)('%s', async (path, rows) => expect((await get(path)).body).toEqual(rows))

test('with !inner, outer rows without a match are neither returned nor counted', async () => {
  const path = '/letters?select=id,pages!inner(words)&pages.number=eq.2'
  const { response, body } = await get(path, { prefer: 'count=exact' })
  expect(body).toEqual([{ id: 101, pages: [{ words: 'second' }] }])
  expect(response.headers.get('content-range')).toBe('0-0/1')
})

describe('refused', () => {
  const unrelated = /^Could not find a relationship between 'people' and '\w+' in the schema cache$/
  const deep = (levels: number): string =>
    levels === 0 ? 'id' : `id,${levels % 2 ? SENT : SENDER}(${deep(levels - 1)})`
  test.each([
    ['without a foreign key between the two', '/people?select=*,pages(*)', 'PGRST200', unrelated],
    ['an unknown table', '/people?select=*,nowhere(*)', 'PGRST200', unrelated],
    ['an unknown key', '/people?select=*,letters!no_such_key(*)', 'PGRST200', unrelated],
    [
      'a filter on a resource that is not embedded',
      '/letters?select=id&pages.number=eq.1',
      'PGRST108',
      /^'pages' is not an embedded resource in this request$/,
    ],
    ['nested too deep', `/people?select=${deep(31)}`, /^PGRST/, /./],
  ])('%s', async (_, path, code, message) => {
    const { response, body } = await get(path)
    expect(response.status).toBe(400)
    expect(body).toMatchObject({
      code: expect.stringMatching(code) as string,
      message: expect.stringMatching(message) as string,
    })
  })
})
