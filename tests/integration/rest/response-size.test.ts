import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { createPool } from '../../../server/database/pool.ts'
import { asReader } from '../../../server/database/request-transaction.ts'
import { forFile } from '../../support/for-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { PATIENT, restFixture, type SignedIn } from '../../support/rest/fixture.ts'

const MB = 1024 * 1024
const TOO_LARGE = {
  code: 'PGRST128',
  message: 'The response would be larger than 32 MB',
  details: null,
  hint: 'Select fewer rows or columns.',
}

/** Messages of 1 MB each in a new conversation. */
async function writeMessages({ id }: SignedIn, count: number): Promise<string> {
  const { rows } = await fixture.database.pool.query<{ id: string }>(
    `with conversation as (
       insert into public.chat_conversations (user_id, title) values ($1, 'long') returning id
     ), messages as (
       insert into public.chat_messages (conversation_id, user_id, type, content)
       select id, $1, 'user', repeat('x', ${MB}) from conversation, generate_series(1, $2)
     )
     select id from conversation`,
    [id, count],
  )
  return rows[0]?.id ?? ''
}

const answerOf = async (path: string, as: SignedIn) => {
  const response = await fixture.call(path, { as })
  return { status: response.status, body: (await response.json()) as unknown }
}

const fixture = forFile(() => restFixture({}, PATIENT))

describe('a response larger than 32 MB is refused', () => {
  beforeAll(async () => {
    // Nobody searches here, and indexing the words of a megabyte takes longer than the rest.
    await fixture.database.pool.query('drop index public.chat_messages_by_words')
    await writeMessages(fixture.anna, 33)
    await writeMessages(fixture.bert, 17)
  })

  test.each([
    ['as rows', 'chat_messages?select=content', 'limit=1'],
    ['as rows of a slow read', 'chat_messages?select=content&content=like.x*', 'limit=1'],
    [
      'as an embedded list',
      'chat_conversations?select=id,chat_messages(content)',
      'chat_messages.limit=1',
    ],
    [
      'two levels down',
      'profiles?select=id,chat_conversations(id,chat_messages(content))',
      'chat_conversations.chat_messages.limit=1',
    ],
  ])('%s', async (_how, path, one) => {
    expect(await answerOf(`/${path}`, fixture.anna)).toEqual({ status: 413, body: TOO_LARGE })
    // One of the messages fits; that 17 MB fit is tested below.
    expect(await answerOf(`/${path}&${one}`, fixture.anna)).toMatchObject({ status: 200 })
  })

  test('as two embedded lists that would fit alone', async () => {
    const list = (name: string) => `${name}:chat_messages(content)`
    const path = `/chat_conversations?select=id,${list('a')}`
    expect(await answerOf(path, fixture.bert)).toMatchObject({ status: 200 })
    expect(await answerOf(`${path},${list('b')}`, fixture.bert)).toEqual({
      status: 413,
      body: TOO_LARGE,
    })
  })

  test('as the representation of a change, which is then rolled back', async () => {
    const response = await fixture.call('/chat_messages?type=eq.user', {
      method: 'DELETE',
      as: fixture.anna,
      headers: { prefer: 'return=representation' },
    })
    expect([response.status, await response.json()]).toEqual([413, TOO_LARGE])
    const { rows } = await fixture.database.pool.query(
      'select count(*)::int from public.chat_messages where user_id = $1',
      [fixture.anna.id],
    )
    expect(rows).toEqual([{ count: 33 }])
  })

  test('without affecting reads of others', async () => {
    const large = Array.from({ length: 2 }, () =>
      answerOf('/chat_messages?select=content', fixture.anna),
    )
    const small = Array.from({ length: 40 }, () => answerOf('/scripts?select=id', fixture.bert))
    expect(await Promise.all(small)).toEqual(
      Array.from({ length: 40 }, () => ({ status: 200, body: [] })),
    )
    expect((await Promise.all(large)).map(({ status }) => status)).toEqual([413, 413])
  })
})

test('a query with this many embedded resources would multiply its rows, and is refused by name', async () => {
  const embeds = Array.from({ length: 11 }, (_, n) => `a${n}:chat_conversations(id)`).join()
  expect(await answerOf(`/scripts?select=${embeds}`, fixture.anna)).toMatchObject({
    status: 400,
    body: { code: 'PGRST127', details: 'Embedding this many resources is not supported' },
  })
})

describe('a single row that no string can hold', () => {
  const log = pino({ level: 'silent' })
  // Selected from a set: the planner would evaluate a constant expression, and copy it several times.
  const huge = {
    text: "select repeat(repeat('x', 1024), n * 1024) as huge from generate_series(129, 129) as n",
  }
  const small = { text: 'select 1 as one' }
  const nobody = { role: 'anon', claims: {} } as const

  test('closes only its own connection', async () => {
    const connection = { connectionString: fixture.database.url }
    // Enough connections for the small reads not to wait for the huge one.
    const pool = createPool(connection, 20, log)
    cleanUp(() => pool.end())
    const reads = [small, huge, small, small].map((statement) => asReader(pool, nobody, statement))
    const outcomes = await Promise.allSettled(reads)
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(outcomes[1]).toMatchObject({ reason: { name: 'AnswerTooLarge' } })
    const again = await asReader(pool, nobody, small)
    expect(again[0]?.rows).toEqual([{ one: 1 }])
  })
})
