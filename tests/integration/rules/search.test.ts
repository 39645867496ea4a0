import { beforeAll, describe, expect, test } from 'vitest'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

let anna: Person
let bert: Person

const { pool } = fileDatabase()

beforeAll(async () => {
  await createAdmin(pool)
  anna = await createPerson(pool, 'anna')
  bert = await createPerson(pool, 'bert')
  for (const [person, title, content] of [
    [anna, 'Night Train', '"A lamp. A cold cup of coffee."'],
    [anna, 'Coffee Run', '{"value":"INT. KITCHEN"}'],
    [anna, 'Untitled', '"Élodie waits. 夜 train"'],
    [anna, 'Address', '"see example.com/a?b=c&d=(e) now"'],
    [bert, "Bert's Coffee", '"coffee and a train"'],
  ] as const) {
    await rpc(pool, person, 'save_script', { title, content })
  }
  const talk = await rpc(pool, anna, 'start_conversation', { prompt: 'A story about lighthouses' })
  await rpc(pool, anna, 'add_message', {
    conversation_id: talk[0]?.['conversation_id'] as string,
    content: 'with more coffee',
  })
  await rpc(pool, anna, 'start_conversation', { prompt: 'Coffee at dawn' })
  await rpc(pool, bert, 'start_conversation', { prompt: 'Coffee for two' })
})

const titles = async (person: Person, name: string, query: string | null, max = 50) => {
  const rows = await rpc(pool, person, name, { query, max_results: max })
  return rows.map((row) => row['title'])
}

describe('search_scripts', () => {
  test.each([
    ['coffee', ['Coffee Run', 'Night Train']],
    ['COFF', ['Coffee Run', 'Night Train']],
    ['train night', ['Night Train']],
    ['kitchen', ['Coffee Run']],
    ['élodie', ['Untitled']],
    ['夜', ['Untitled']],
    ['example.com/a?b=c&d', ['Address']],
    ['nowhere', []],
    ['', []],
    [null, []],
  ])('%j finds %j: title matches first, then newest first', async (query, found) => {
    expect(await titles(anna, 'search_scripts', query)).toEqual(found)
  })

  test.each([
    "'",
    "'; drop table scripts; --",
    'a & | ! ( ) :*',
    '\\',
    "it's \\ 'quoted",
    '<->',
    '%_',
    '🎬',
    'x'.repeat(5000),
  ])('%j is searched literally, not as query syntax', async (query) => {
    expect(await titles(anna, 'search_scripts', query)).toBeInstanceOf(Array)
  })

  test('respects max_results and accepts negative values', async () => {
    expect(await titles(anna, 'search_scripts', 'coffee', 1)).toHaveLength(1)
    expect(await titles(anna, 'search_scripts', 'coffee', -1)).toEqual([])
  })
})

describe('search_conversations', () => {
  test('searches titles and messages, returning each conversation once', async () => {
    expect(await titles(anna, 'search_conversations', 'coffee')).toEqual([
      'Coffee at dawn',
      'A story about lighthouses',
    ])
    expect(await titles(anna, 'search_conversations', 'lighth')).toEqual([
      'A story about lighthouses',
    ])
  })
})

test("nobody finds another user's rows", async () => {
  expect(await titles(bert, 'search_scripts', 'coffee')).toEqual(["Bert's Coffee"])
  expect(await titles(bert, 'search_conversations', 'coffee')).toEqual(['Coffee for two'])
})
