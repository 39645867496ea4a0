import type { Pool } from 'pg'
import { fileNameOf } from '../../../contract/file-name.ts'
import { asReader, type Identity } from '../../database/request-transaction.ts'
import type { ZipEntry } from './zip-stream.ts'

const ACCOUNT = `
  select jsonb_build_object(
    'id', id, 'email', email, 'role', role, 'approved', approved,
    'learning_loop_access', learning_loop_access, 'created_at', created_at,
    'usage', (
      select coalesce(jsonb_agg(jsonb_build_object('month', month, 'generations', monthly_generations)), '[]')
      from public.api_usage where user_id = profiles.id
    ),
    'sessions', (select coalesce(jsonb_agg(to_jsonb(sessions)), '[]') from public.list_sessions() as sessions)
  ) as content
  from public.profiles where id = (select auth.uid())`

/** One row at a time, by id: a person's texts may be larger than memory. */
const SCRIPT = `
  select id, title as name, private.text_of(content) as content from public.scripts
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

const CONVERSATION = `
  select id, title as name, jsonb_build_object(
    'id', id, 'title', title, 'script_id', script_id, 'created_at', created_at, 'updated_at', updated_at,
    'messages', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'type', type, 'content', content, 'created_at', created_at
      ) order by created_at, id), '[]')
      from public.chat_messages where conversation_id = chat_conversations.id
    )
  ) as content
  from public.chat_conversations
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

const EXAMPLE = `
  select id, 'Example ' || to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as name, content
  from public.golden_examples
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

type Row = { id: string; name: string; content: unknown }

const FIRST = '00000000-0000-0000-0000-000000000000'

const textOf = (content: unknown) =>
  typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`

/** The rows of a table as files of a folder, none under a name that another one has. */
async function* filesOf(
  pool: Pool,
  identity: Identity,
  { folder, extension, query }: { folder: string; extension: string; query: string },
): AsyncGenerator<ZipEntry> {
  const taken = new Set<string>()
  for (let after = FIRST; ; ) {
    const [outcome] = await asReader(pool, identity, { text: query, values: [after] })
    const row = outcome?.rows[0] as Row | undefined
    if (!row) return
    const base = fileNameOf(row.name)
    let name = base
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base} (${n})`
    taken.add(name.toLowerCase())
    yield { name: `${folder}/${name}.${extension}`, content: textOf(row.content) }
    after = row.id
  }
}

/** Everything the product keeps about a person, read with that person's own rights. */
export async function* ownData(pool: Pool, identity: Identity): AsyncGenerator<ZipEntry> {
  const [account] = await asReader(pool, identity, { text: ACCOUNT, values: [] })
  const row = account?.rows[0] as Pick<Row, 'content'> | undefined
  yield { name: 'account.json', content: textOf(row?.content) }
  yield* filesOf(pool, identity, { folder: 'scripts', extension: 'fountain', query: SCRIPT })
  yield* filesOf(pool, identity, {
    folder: 'conversations',
    extension: 'json',
    query: CONVERSATION,
  })
  yield* filesOf(pool, identity, { folder: 'examples', extension: 'fountain', query: EXAMPLE })
}
