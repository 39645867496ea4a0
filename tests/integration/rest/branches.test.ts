import { array, assert, asyncProperty, nat, record } from 'fast-check'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, type SignedIn } from '../../support/rest/fixture.ts'
import { ROUNDS_TIMEOUT, runs } from '../../support/rounds.ts'

// Conversations with branches, as a client sees them that reads and adds messages by time.

const fixture = forFile(restFixture)

type Chat = { id: string }

const begin = async ({ client, id }: SignedIn): Promise<Chat> =>
  only(
    await client
      .from('chat_conversations')
      .insert({ user_id: id, title: 'Talk' })
      .select()
      .single(),
  )

const add = ({ client }: SignedIn, chat: Chat, content: string, parent_id?: string) =>
  client
    .from('chat_messages')
    .insert({
      conversation_id: chat.id,
      type: 'user',
      content,
      ...(parent_id !== undefined && { parent_id }),
    })
    .select('id, content')
    .single()

/** Adds messages that must be accepted, each after the one before. */
async function say(person: SignedIn, chat: Chat, ...contents: string[]) {
  const ids: Record<string, string> = {}
  for (const content of contents) ids[content] = only(await add(person, chat, content)).id
  return ids
}

const branch = async (person: SignedIn, chat: Chat, content: string, parent: string | undefined) =>
  only(await add(person, chat, content, parent ?? '')).id

/** The conversation as every client reads it. */
const shown = async ({ client }: SignedIn, { id }: Chat) =>
  only(
    await client
      .from('chat_messages')
      .select('content')
      .eq('conversation_id', id)
      .order('created_at'),
  ).map(({ content }) => content)

const leafOf = async ({ client }: SignedIn, { id }: Chat) =>
  only(await client.from('chat_conversations').select('leaf_id').eq('id', id).single()).leaf_id

const remove = ({ client }: SignedIn, chat: Chat, ...contents: string[]) =>
  client
    .from('chat_messages')
    .delete()
    .eq('conversation_id', chat.id)
    .in('content', contents)
    .select('id')

/** Each message with the one that it follows. */
async function tree(person: SignedIn, { id }: Chat) {
  const all = only(await person.client.rpc('branches_of', { conversation_id: id }))
  const nameOf = new Map(all.map((message) => [message.id, message.content]))
  return all.map(({ content, parent_id }) => [content, nameOf.get(parent_id ?? '') ?? null])
}

test('a conversation without branches stores none', async () => {
  const { anna } = fixture
  const chat = await begin(anna)
  const { b } = await say(anna, chat, 'a', 'b')
  // The last message named as the parent is where the next one goes anyway.
  await branch(anna, chat, 'c', b)
  const stored = only(
    await anna.client.from('chat_messages').select('parent_id').eq('conversation_id', chat.id),
  )
  expect(stored).toEqual([{ parent_id: null }, { parent_id: null }, { parent_id: null }])
  expect(await leafOf(anna, chat)).toBeNull()
  expect(await shown(anna, chat)).toEqual(['a', 'b', 'c'])
  expect(await tree(anna, chat)).toEqual([
    ['a', null],
    ['b', 'a'],
    ['c', 'b'],
  ])
})

test('who reads by time sees the branch that is shown, and who adds a message goes on with it', async () => {
  const { anna } = fixture
  const chat = await begin(anna)
  const { a } = await say(anna, chat, 'a', 'b', 'c')
  const other = await branch(anna, chat, 'b2', a)
  expect(await shown(anna, chat)).toEqual(['a', 'b2'])
  expect(await leafOf(anna, chat)).toBe(other)
  await say(anna, chat, 'c2')
  only(await anna.client.rpc('add_message', { conversation_id: chat.id, content: 'd2' }))
  expect(await shown(anna, chat)).toEqual(['a', 'b2', 'c2', 'd2'])
  // Each of them says that there are branches, whichever is shown.
  const stored = only(
    await anna.client.from('chat_messages').select('parent_id').eq('conversation_id', chat.id),
  )
  expect(stored.every(({ parent_id }) => parent_id !== null)).toBe(true)
  // Embedded in their conversation, too.
  const embedded = only(
    await anna.client
      .from('chat_conversations')
      .select('chat_messages(content)')
      .eq('id', chat.id)
      .order('created_at', { referencedTable: 'chat_messages' })
      .single(),
  )
  expect(embedded.chat_messages.map(({ content }) => content)).toEqual(['a', 'b2', 'c2', 'd2'])
  expect(await tree(anna, chat)).toEqual([
    ['a', null],
    ['b', 'a'],
    ['c', 'b'],
    ['b2', 'a'],
    ['c2', 'b2'],
    ['d2', 'c2'],
  ])
})

test('a parent is a message of the same conversation and person', async () => {
  const { anna, bert } = fixture
  const [chat, elsewhere, theirs] = [await begin(anna), await begin(anna), await begin(bert)]
  await say(anna, chat, 'a')
  const own = (await say(anna, elsewhere, 'x', 'y'))['x']
  const foreign = (await say(bert, theirs, 'secret', 'more'))['secret']
  for (const parent of [own, foreign, crypto.randomUUID()]) {
    const { error, status } = await add(anna, chat, 'b', parent)
    expect([status, error?.message]).toEqual([404, 'message_not_found'])
  }
  expect(await shown(anna, chat)).toEqual(['a'])
  expect(only(await anna.client.rpc('branches_of', { conversation_id: theirs.id }))).toEqual([])
  expect(
    (await bert.client.from('chat_messages').select().eq('conversation_id', chat.id)).data,
  ).toEqual([])
})

test('what followed a deleted message follows the one before it', async () => {
  const { anna } = fixture
  const chat = await begin(anna)
  const { a, b } = await say(anna, chat, 'a', 'b', 'c')
  await branch(anna, chat, 'b2', a)
  await branch(anna, chat, 'c2', b)
  only(await remove(anna, chat, 'b'))
  expect(await tree(anna, chat)).toEqual([
    ['a', null],
    ['c', 'a'],
    ['b2', 'a'],
    ['c2', 'a'],
  ])
  // Also the beginning.
  only(await remove(anna, chat, 'a'))
  expect((await tree(anna, chat)).map(([, parent]) => parent)).toEqual([null, null, null])
})

test('a conversation with branches is deleted as a whole, by its owner only', async () => {
  const { anna, bert } = fixture
  const chat = await begin(anna)
  const { a } = await say(anna, chat, 'a', 'b')
  await branch(anna, chat, 'b2', a)
  await bert.client.from('chat_messages').delete().eq('conversation_id', chat.id)
  expect(await shown(anna, chat)).toEqual(['a', 'b2'])
  // As in section 7: the messages, and then the conversation.
  only(await anna.client.from('chat_messages').delete().eq('conversation_id', chat.id).select())
  only(await anna.client.from('chat_conversations').delete().eq('id', chat.id).select())
  const { rowCount } = await fixture.database.pool.query(
    'select from public.chat_messages where conversation_id = $1',
    [chat.id],
  )
  expect(rowCount).toBe(0)
})

test('a message, many at once and a branch near the end cost the same in a conversation of 10,000, which is full then', async () => {
  const { anna, database } = fixture
  /** Fills a conversation by hand, each message after the one before. */
  const filled = async (count: number) => {
    const chat = await begin(anna)
    await database.pool.query(
      `insert into public.chat_messages (conversation_id, user_id, type, content)
       select $1, $2, 'user', 'm' || n from generate_series(1, $3) as n`,
      [chat.id, anna.id, count],
    )
    return chat
  }
  /** How many rows of messages it reads and writes. */
  const rowsFor = async (chat: Chat, more: number, parent: string | null) => {
    const client = await database.pool.connect()
    const touched = async () => {
      const { rows } = await client.query<{ rows: string }>(
        `select seq_tup_read + idx_tup_fetch + n_tup_ins + n_tup_upd as rows
         from pg_stat_xact_user_tables where relid = 'public.chat_messages'::regclass`,
      )
      return Number(rows[0]?.rows ?? 0)
    }
    try {
      await client.query('begin')
      // The view also has what this connection did in the second before.
      const before = await touched()
      await client.query(
        `insert into public.chat_messages (conversation_id, user_id, type, content, parent_id)
         select $1, $2, 'user', 'x', $4 from generate_series(1, $3)`,
        [chat.id, anna.id, more, parent],
      )
      return (await touched()) - before
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  const costs = async (chat: Chat) => {
    const all = only(
      await anna.client
        .from('chat_messages')
        .select('id')
        .eq('conversation_id', chat.id)
        .order('created_at', { ascending: false })
        .limit(3),
    )
    const linear = [await rowsFor(chat, 1, null), await rowsFor(chat, 5, null)]
    const fork = await rowsFor(chat, 1, all[2]?.id ?? '')
    await branch(anna, chat, 'other', all[1]?.id)
    return [...linear, fork, await rowsFor(chat, 1, null), await rowsFor(chat, 5, null)]
  }
  const [small, large] = [await filled(10), await filled(9_990)]
  expect(await costs(large)).toEqual(await costs(small))
  const rows = Array.from({ length: 9 }, (_, n) => ({
    conversation_id: large.id,
    type: 'user' as const,
    content: `more ${n}`,
  }))
  only(await anna.client.from('chat_messages').insert(rows).select('id'))
  expect((await shown(anna, small)).slice(-2)).toEqual(['m9', 'other'])
  expect((await tree(anna, small)).at(-1)).toEqual(['other', 'm9'])
  const { error } = await add(anna, large, 'one more')
  expect(error).toMatchObject({
    message: 'conversation_full',
    hint: 'A conversation has at most 10,000 messages. Please begin a new one.',
  })
  only(
    await anna.client
      .from('chat_messages')
      .delete()
      .eq('id', (await leafOf(anna, large)) ?? '')
      .select(),
  )
  expect((await add(anna, large, 'one more')).error).toBeNull()
})

test('messages that are added at once to a branch follow each other', async () => {
  const { anna } = fixture
  const chat = await begin(anna)
  const { a } = await say(anna, chat, 'a', 'b')
  await branch(anna, chat, 'b2', a)
  const rows = ['c', 'd', 'e'].map((content) => ({
    conversation_id: chat.id,
    type: 'user' as const,
    content,
  }))
  only(await anna.client.from('chat_messages').insert(rows).select('id'))
  expect(await shown(anna, chat)).toEqual(['a', 'b2', 'c', 'd', 'e'])
})

/** A conversation as a simple program would keep it. */
class SimpleTree {
  readonly messages: { name: string; parent: string | null }[] = []
  leaf: string | null = null

  add(name: string, parent: string | null) {
    this.messages.push({ name, parent })
    this.leaf = name
  }

  of(name: string | null) {
    return this.messages.find((message) => message.name === name)
  }

  remove(name: string) {
    const parent = this.of(name)?.parent ?? null
    this.messages.splice(
      this.messages.findIndex((message) => message.name === name),
      1,
    )
    for (const message of this.messages) if (message.parent === name) message.parent = parent
    if (this.leaf !== name) return
    this.leaf = parent ?? this.messages.at(-1)?.name ?? null
    for (;;) {
      const next = this.messages.findLast((message) => message.parent === this.leaf)
      if (this.leaf === null || !next) return
      this.leaf = next.name
    }
  }

  get shown() {
    const path: string[] = []
    for (let at = this.of(this.leaf); at; at = this.of(at.parent)) path.unshift(at.name)
    return path
  }
}

test('any sequence of messages, branches and deletions is the tree that a simple program keeps', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  const { anna } = fixture
  const anyStep = record({ kind: nat(5), place: nat(99) })
  await assert(
    asyncProperty(array(anyStep, { minLength: 4, maxLength: 16 }), async (steps) => {
      const chat = await begin(anna)
      const expected = new SimpleTree()
      const ids = new Map<string, string>()
      for (const [at, { kind, place }] of steps.entries()) {
        const visible = expected.shown
        const chosen = visible[place % Math.max(1, visible.length)]
        if (kind < 2 || chosen === undefined) {
          ids.set(`m${at}`, only(await add(anna, chat, `m${at}`)).id)
          expected.add(`m${at}`, expected.leaf)
        } else if (kind < 4) {
          ids.set(`m${at}`, await branch(anna, chat, `m${at}`, ids.get(chosen)))
          expected.add(`m${at}`, chosen)
        } else {
          // One, or two at once.
          const [other] = kind === 5 ? visible.filter((name) => name !== chosen) : []
          const gone = other === undefined ? [chosen] : [chosen, other]
          only(await remove(anna, chat, ...gone))
          for (const name of gone.toSorted((a, b) => visible.indexOf(b) - visible.indexOf(a)))
            expected.remove(name)
        }
        expect(await shown(anna, chat)).toEqual(expected.shown)
      }
      expect(await tree(anna, chat)).toEqual(
        expected.messages.map(({ name, parent }) => [name, parent]),
      )
    }),
    runs('conversation-branches'),
  )
})
