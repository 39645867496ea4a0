import type { Pool } from 'pg'
import { fileNameOf, uniqueNames } from '../../../contract/file-name.ts'
import { asReader, type Identity, subjectOf } from '../../database/request-transaction.ts'
import { DOWNLOADS } from '../../../contract/limits.ts'
import { refusal } from '../../common/failures.ts'
import { DOWNLOAD_README } from '../../common/messages.ts'
import { type ZipEntry, zipOf } from './zip-stream.ts'
import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { deleteAccountRequest } from '../../../contract/delete-account.ts'
import type { TaskInput } from '../../generation/texts/tasks.ts'
import type { TextWork } from '../../generation/texts/text-work.ts'
import type { NodeEnvironment } from '../../database/caller.ts'
import { contentDisposition } from '../../documents/content-disposition.ts'
import { type Functions, parseBody, REQUIRE_APPROVED } from '../call.ts'
import { withRefusals } from '../failures.ts'

/** The most pieces to read at once: none is much longer than 4 KB. */
const BATCH = 100

const VERSIONS = { text: 'select * from private.next_versions($1, $2)' }
const PIECES = { text: 'select * from private.own_pieces($1)' }

type Version = { number: number; version: Record<string, unknown>; pieces: string[] }

const line = (record: object) => `${JSON.stringify(record)}\n`

/**
 * All versions of a text as JSON lines. Each piece of text comes once, before the first version that uses it;
 * a version's text is its pieces joined. Streamed, since a history may be larger than memory.
 */
async function* historyOf(pool: Pool, identity: Identity, workId: string): AsyncGenerator<string> {
  const numbers = new Map<string, number>()
  for (let after = 0; ; ) {
    const values = [workId, after]
    const [outcome] = await asReader(pool, identity, { ...VERSIONS, values })
    const versions = (outcome?.rows ?? []) as Version[]
    for (const { number, version, pieces } of versions) {
      const fresh = [...new Set(pieces)].filter((id) => !numbers.has(id))
      for (let at = 0; at < fresh.length; at += BATCH) {
        const ids = fresh.slice(at, at + BATCH)
        const [texts] = await asReader(pool, identity, { ...PIECES, values: [`{${ids.join()}}`] })
        for (const { id, text } of (texts?.rows ?? []) as { id: string; text: string }[]) {
          numbers.set(id, numbers.size + 1)
          yield line({ piece: numbers.get(id), text })
        }
      }
      yield line({ version: number, ...version, pieces: pieces.map((id) => numbers.get(id)) })
      after = number
    }
    if (versions.length === 0) return
  }
}

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

/** Reads one row at a time, by id: a person's texts may be larger than memory. */
const SCRIPT = `
  select id, title as name, private.text_of(content) as content from public.scripts
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

/** A text is named after its script or, before the first save, after the newest conversation about it. */
const TEXT_NAME = `coalesce(
  (select title from public.scripts where scripts.work_id = drafts.work_id and scripts.user_id = drafts.user_id),
  (
    select title from public.chat_conversations as chats
    where chats.work_id = drafts.work_id and chats.user_id = drafts.user_id order by chats.updated_at desc limit 1
  ),
  'Not saved'
)`

/** The content is null if the working text equals the saved script. */
const WORKING_TEXT = `
  select drafts.id, ${TEXT_NAME} as name, (
    select text from public.draft_text(drafts.work_id) where text <> coalesce(
      (
        select private.text_of(content) from public.scripts
        where scripts.work_id = drafts.work_id and scripts.user_id = drafts.user_id
      ),
      ''
    )
  ) as content
  from public.script_drafts as drafts
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

/** Versions that the person gave a name. */
const NAMED_VERSION = `
  select versions.id, ${TEXT_NAME} || ' - ' || versions.label as name, public.version_text(versions.id) as content
  from public.script_versions as versions
  join public.script_drafts as drafts on drafts.user_id = versions.user_id and drafts.work_id = versions.work_id
  where versions.user_id = (select auth.uid()) and versions.label is not null and versions.id > $1
  order by versions.id limit 1`

const HISTORY = `
  select drafts.id, ${TEXT_NAME} as name, drafts.work_id as content
  from public.script_drafts as drafts
  where user_id = (select auth.uid()) and version_id is not null and id > $1 order by id limit 1`

const CONVERSATION = `
  select id, title as name, jsonb_build_object(
    'id', id, 'title', title, 'script_id', script_id, 'work_id', work_id,
    'created_at', created_at, 'updated_at', updated_at,
    'messages', (
      -- Where there are branches, each message says what it follows.
      select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'type', type, 'content', content, 'scope', scope, 'created_at', created_at,
        'used_examples', nullif(used_examples, '{}'),
        'id', case when leaf_id is not null then messages.id end,
        'parent_id', case when leaf_id is not null then parent_id end
      )) order by messages.created_at, messages.id), '[]')
      from public.branches_of(chat_conversations.id) as messages
    )
  ) as content
  from public.chat_conversations
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

/** The bible of a text, with what is proposed for it and what was rejected. */
const BIBLE = `
  select drafts.id, ${TEXT_NAME} as name, (
    select jsonb_build_object('entries', entries, 'proposals', proposals) from (
      select
        (
          select coalesce(jsonb_agg(to_jsonb(entries) - 'user_id' order by kind, name), '[]')
          from public.story_entries as entries where entries.work_id = drafts.work_id
        ) as entries,
        (
          select coalesce(jsonb_agg(to_jsonb(proposals) - 'user_id' order by kind, name), '[]')
          from public.story_proposals as proposals where proposals.work_id = drafts.work_id
        ) as proposals
    ) as bible
    where jsonb_array_length(entries) + jsonb_array_length(proposals) > 0
  ) as content
  from public.script_drafts as drafts
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

const ATTACHMENT = `
  select attachments.id, ${TEXT_NAME} || ' - ' || attachments.name as name, public.attachment_text(attachments.id) as content
  from public.attachments
  join public.script_drafts as drafts on drafts.user_id = attachments.user_id and drafts.work_id = attachments.work_id
  where attachments.user_id = (select auth.uid()) and attachments.id > $1
  order by attachments.id limit 1`

/** The notes on a text as they are stored, what has changed it since, and who read it. */
const NOTES = `
  select drafts.id, ${TEXT_NAME} as name, (
    select to_jsonb(said) from (
      select noted.notes, noted.steps, (select text from public.draft_text(drafts.work_id)) as text,
        (
          select coalesce(jsonb_agg(to_jsonb(readings) - array['user_id', 'read_scenes'] order by created_at), '[]')
          from public.readings where readings.work_id = drafts.work_id
        ) as readings
      from public.notes_of(drafts.work_id) as noted
    ) as said
    where jsonb_array_length(notes) + jsonb_array_length(readings) > 0
  ) as content
  from public.script_drafts as drafts
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

const EXAMPLE = `
  select id, 'Example ' || to_char(created_at at time zone 'utc', 'YYYY-MM-DD') as name, content
  from public.golden_examples
  where user_id = (select auth.uid()) and id > $1 order by id limit 1`

/** In the same order as the example files. */
const EXAMPLE_LIST = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'disabled', disabled, 'created_at', created_at
  ) order by id), '[]') as content
  from public.golden_examples where user_id = (select auth.uid())`

const TAG_LIST = `
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', id, 'name', name, 'color', color, 'created_at', created_at, 'scripts', (
      select coalesce(jsonb_agg(jsonb_build_object('id', scripts.id, 'title', scripts.title) order by scripts.id), '[]')
      from public.script_tags join public.scripts on scripts.id = script_tags.script_id
      where script_tags.tag_id = tags.id
    )
  ) order by name), '[]') as content
  from public.tags where user_id = (select auth.uid())`

const PROMPT_LIST = `
  select coalesce(jsonb_agg(to_jsonb(prompts) - 'user_id' order by kind, name), '[]') as content
  from public.prompts where user_id = (select auth.uid())`

const GOAL = `
  select coalesce(
    (
      select jsonb_build_object('unit', unit, 'amount', amount, 'day', day, 'typed', typed)
      from public.writing_goals where user_id = (select auth.uid())
    ),
    'null'
  ) as content`

type Row = { id: string; name: string; content: unknown }

const FIRST = '00000000-0000-0000-0000-000000000000'

type Noted = TaskInput<'notesNow'> & { readings: unknown[] }

/** The notes at their places in the text of now. */
async function notesText(texts: TextWork, user: string, content: unknown): Promise<string> {
  const { readings, ...noted } = content as Noted
  return contentText({ notes: await texts.do(user, 'notesNow', noted), readings })
}

const contentText = (content: unknown) =>
  typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`

type Files = {
  folder: string
  extension: string
  query: string
  contentOf?: (content: unknown) => ZipEntry['content'] | Promise<string>
}

/** The rows of a table as files in a folder, with unique names. */
async function* filesOf(
  pool: Pool,
  identity: Identity,
  { folder, extension, query, contentOf = contentText }: Files,
): AsyncGenerator<ZipEntry> {
  const unique = uniqueNames()
  for (let after = FIRST; ; ) {
    const [outcome] = await asReader(pool, identity, { text: query, values: [after] })
    const row = outcome?.rows[0] as Row | undefined
    if (!row) return
    after = row.id
    if (row.content === null) continue
    const name = unique(fileNameOf(row.name))
    yield { name: `${folder}/${name}.${extension}`, content: await contentOf(row.content) }
  }
}

/** Everything the product keeps about a person, read with that person's own rights. */
async function* ownData({ pool, texts }: Functions, identity: Identity): AsyncGenerator<ZipEntry> {
  const json = async (name: string, text: string): Promise<ZipEntry> => {
    const [outcome] = await asReader(pool, identity, { text, values: [] })
    const row = outcome?.rows[0] as Pick<Row, 'content'> | undefined
    return { name, content: contentText(row?.content) }
  }
  yield { name: 'READ ME.txt', content: DOWNLOAD_README }
  yield await json('account.json', ACCOUNT)
  const fountain = (folder: string, query: string) =>
    filesOf(pool, identity, { folder, extension: 'fountain', query })
  yield* fountain('scripts', SCRIPT)
  yield* fountain('working texts', WORKING_TEXT)
  yield* fountain('named versions', NAMED_VERSION)
  yield* filesOf(pool, identity, {
    folder: 'histories',
    extension: 'jsonl',
    query: HISTORY,
    contentOf: (workId) => historyOf(pool, identity, String(workId)),
  })
  yield* filesOf(pool, identity, {
    folder: 'conversations',
    extension: 'json',
    query: CONVERSATION,
  })
  yield* filesOf(pool, identity, { folder: 'bibles', extension: 'json', query: BIBLE })
  yield* filesOf(pool, identity, {
    folder: 'notes',
    extension: 'json',
    query: NOTES,
    contentOf: (content) => notesText(texts, subjectOf(identity), content),
  })
  yield* filesOf(pool, identity, { folder: 'attachments', extension: 'txt', query: ATTACHMENT })
  yield* fountain('examples', EXAMPLE)
  yield await json('examples.json', EXAMPLE_LIST)
  yield await json('tags.json', TAG_LIST)
  yield await json('prompts.json', PROMPT_LIST)
  yield await json('daily goal.json', GOAL)
}

const retry = { headers: { 'Retry-After': '5' } }

/** Each reads all that somebody has stored, so one user has one at a time, and all users together a few. */
class Downloads {
  readonly #running = new Set<string>()

  /** Returns what is to be called at its end. */
  begin(user: string): () => void {
    if (this.#running.has(user)) throw refusal(429, 'too_many_downloads', retry)
    if (this.#running.size >= DOWNLOADS.atOnce) throw refusal(503, 'busy', retry)
    this.#running.add(user)
    return () => this.#running.delete(user)
  }
}

/** Lets people download or delete everything that is stored about them. */
export function ownDataRoutes(app: Hono<NodeEnvironment>, functions: Functions): void {
  const { guard, pool, account } = functions

  const downloads = new Downloads()
  app.post('/download-data', async (c) => {
    const identity = await guard.admit(c)
    await withRefusals(asReader(pool, identity, REQUIRE_APPROVED))
    const end = downloads.begin(subjectOf(identity))
    // Also if the client goes away before it has read anything.
    c.env.outgoing.once('close', end)
    await account.recordDownload(identity, account.addressOf(c))
    const zip = Readable.toWeb(
      Readable.from(zipOf(ownData(functions, identity)), { objectMode: false }),
    )
    return c.body(zip as ReadableStream, 200, {
      // Supabase's client returns a response of this type as a file.
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition('Script Writer.zip'),
      'Cache-Control': 'no-store',
    })
  })

  app.post('/delete-account', async (c) => {
    const identity = await guard.admit(c)
    const { password } = await parseBody(c, deleteAccountRequest)
    await account.delete(identity, password, account.addressOf(c))
    return c.json({ success: true })
  })
}
