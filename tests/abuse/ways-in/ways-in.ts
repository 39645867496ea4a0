import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Client } from 'pg'
import { MOST } from '../../../contract/limits.ts'
import { type Filled, nothing, textHash } from './fill-account.ts'

export type Sent = { address: string; method: string; body?: unknown }
/** A function, a route or a table, and what is sent to it at once: the largest that is allowed, and the most repetitive. */
export type WayIn = { way: string; sent: () => Promise<Sent[]> }

const at = (way: string, sent: Sent[]): WayIn => ({ way, sent: () => Promise.resolve(sent) })

const many = <Item>(count: number, item: (n: number) => Item) =>
  Array.from({ length: count }, (_, n) => item(n))
/** Words that are all different. */
const different = (length: number) =>
  many(length / 8, (n) => n.toString(36).padStart(7, 'w'))
    .join(' ')
    .slice(0, length)
const same = (length: number) => 'a '.repeat(length / 2).trim()

const values = (filled: Filled, fill: (length: number) => string): Record<string, unknown> => {
  const { text, work, script, conversation, message, version, note, attachment, tag, proposals } =
    filled
  const rest = text.length
  return {
    work_id: work,
    script_id: script,
    script_ids: many(MOST.scriptsInAList, nothing),
    conversation_id: conversation,
    message_id: message,
    parent_id: message,
    version_id: version,
    note_id: note,
    attachment_id: attachment,
    tag_id: tag,
    ids: proposals,
    review_id: nothing(),
    request: nothing(),
    requests: many(1_000, nothing),
    creation_key: nothing,
    user_id: filled.person.id,
    user_ids: many(200, nothing),
    invitation_id: nothing(),
    notice_id: nothing(),
    model_id: nothing(),
    session_id: nothing(),
    expected_updated_at: new Date(0).toISOString(),
    changes: [],
    revision: 1,
    text_hash: textHash(text),
    since: 0,
    start: 23,
    end: 23 + MOST.quoteCharacters - 1,
    content: fill(MOST.messageBytes - 10_000),
    text: fill(MOST.attachmentBytes - 10_000),
    entries: many(MOST.entries, (n) => ({ kind: 'character', name: `a ${n}`, body: fill(1_500) })),
    places: many(400, (n) => ({
      id: `a ${n}`,
      start: 0,
      end: 1,
      held: fill(MOST.quoteCharacters),
    })),
    prices: many(200, (n) => ({
      model: `a ${n}`,
      input_price: 1,
      output_price: 1,
      cached_price: 1,
    })),
    body: fill(MOST.noteCharacters),
    prompt: fill(MOST.promptCharacters),
    scope: fill(MOST.scopeCharacters),
    topic: fill(200),
    title: fill(MOST.titleCharacters),
    label: fill(MOST.labelCharacters),
    name: () => `${(named += 1)} ${fill(30)}`.slice(0, 38).trim(),
    aliases: many(MOST.entryAliases, (n) => `a ${n}`),
    sources: [],
    query: fill(200),
    search: fill(200),
    status: 'approved',
    emails: many(50, (n) => `a${n}@example.com`),
    keep: many(5_000, (n) => n),
    unkeep: many(5_000, (n) => n),
    max_results: 1_000,
    skip: 1_000_000,
    most: 1_000_000,
    words: 100_000,
    amount: 100_000,
    days: 3_660,
    day: '2026-11-19',
    month: '2026-11-01',
    saved_at: new Date().toISOString(),
    measured_at: new Date(0).toISOString(),
    created_at: new Date().toISOString(),
    updated_at: new Date().toISOString(),
    starts_at: new Date().toISOString(),
    ends_at: new Date().toISOString(),
    unit: 'words',
    device: fill(40).slice(0, 40),
    currency: 'EUR',
    new_role: 'admin',
    type: 'user',
    kind: 'text',
    color: 'red',
    state: 'done',
    origin: 'typed',
    approved: true,
    learning_loop_access: true,
    monthly_limit: 1_000_000,
    disabled: true,
    shared: false,
    pinned: true,
    pages: rest,
    scenes: 200,
    delete_chats: true,
    for_pending: true,
    overwrite: true,
    undo: true,
    ended: true,
  }
}

/** What a name means differs. A text that is new is stored before its hash is compared. */
const meanings: Record<string, unknown> = {
  'prompts kind': 'prompt',
  'story_entries kind': 'place',
  'keep_draft work_id': nothing,
  'keep_draft revision': 0,
  'keep_draft changes': many(MOST.stepsOfAChange, () => ({
    origin: 'import',
    splices: [{ start: 0, end: 0, text: 'a\n\n'.repeat(3_000) }],
  })),
}

/** Names of their own, so that a row is not refused because there is one like it. */
let named = 0

function valuesFor(what: string, names: readonly string[], known: Record<string, unknown>) {
  const unknown = names.filter((name) => !Object.hasOwn(known, name))
  if (unknown.length > 0)
    throw new Error(
      `${what}: tests/abuse/ways-in does not know what to send as ${unknown.join(', ')}`,
    )
  return Object.fromEntries(
    names.map((name) => {
      const meaning = `${what} ${name}`
      const value = Object.hasOwn(meanings, meaning) ? meanings[meaning] : known[name]
      return [name, typeof value === 'function' ? (value as () => unknown)() : value]
    }),
  )
}

async function functionsOf(
  database: Client,
  both: readonly Record<string, unknown>[],
): Promise<WayIn[]> {
  const { rows } = await database.query<{ name: string; names: string[] | null }>(
    `select proname as name, proargnames[1:pronargs] as names from pg_proc
     where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype
       and has_function_privilege('authenticated', oid, 'execute')
     order by proname`,
  )
  return rows.map(({ name, names }) =>
    at(
      name,
      both.map((known) => ({
        address: `/rest/v1/rpc/${name}`,
        method: 'POST',
        body: valuesFor(name, names ?? [], known),
      })),
    ),
  )
}

type Table = {
  name: string
  inserted: string[]
  updated: string[]
  deleted: boolean
  owned: boolean
  hasId: boolean
}

/** As many rows as fit into a request. */
function rowsFor({ name, inserted }: Table, known: Record<string, unknown>) {
  const { length } = JSON.stringify(valuesFor(name, inserted, known))
  const most = Math.floor((MOST.requestBytes - 10_000) / length)
  return many(Math.max(1, Math.min(MOST.rowsChanged, most)), () => valuesFor(name, inserted, known))
}

/** The newest rows, as many as one request may delete, and all rows. */
async function deletions(database: Client, { name, owned, hasId }: Table, owner: string) {
  const address = `/rest/v1/${name}?${owned ? 'user_id' : 'id'}=eq.${owner}`
  const all = { address, method: 'DELETE' }
  if (!owned || !hasId) return [all]
  const { rows } = await database.query<{ id: string }>(
    `select id from public.${name} where user_id = $1 order by id desc offset $2 limit 1`,
    [owner, MOST.rowsChanged],
  )
  const [last] = rows
  return last ? [{ address: `${address}&id=gt.${last.id}`, method: 'DELETE' }, all] : [all]
}

async function tablesOf(
  database: Client,
  both: readonly Record<string, unknown>[],
): Promise<{ changed: WayIn[]; deleted: WayIn[] }> {
  const { rows: tables } = await database.query<Table>(
    `select relname as name, bool_or(attname = 'user_id') as owned, bool_or(attname = 'id') as "hasId",
       has_table_privilege('authenticated', relation.oid, 'delete') as deleted,
       coalesce(array_agg(attname::text) filter (where has_column_privilege('authenticated', relation.oid, attnum, 'insert')), '{}') as inserted,
       coalesce(array_agg(attname::text) filter (where has_column_privilege('authenticated', relation.oid, attnum, 'update')), '{}') as updated
     from pg_class as relation join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'p') group by relation.oid, relname order by relname`,
  )
  const owner = String(both[0]?.['user_id'])
  const changed = tables.flatMap((table) => {
    const { name, inserted, updated, owned } = table
    const address = `/rest/v1/${name}`
    const own = `${address}?${owned ? 'user_id' : 'id'}=eq.${owner}`
    const post = () =>
      both.map((known) => ({ address, method: 'POST', body: rowsFor(table, known) }))
    const patch = () =>
      both.map((known) => ({
        address: own,
        method: 'PATCH',
        body: valuesFor(name, updated, known),
      }))
    return [
      at(`GET ${name}`, [{ address: `${address}?select=*&limit=1000`, method: 'GET' }]),
      ...(inserted.length > 0 ? [at(`POST ${name}`, post())] : []),
      ...(updated.length > 0 ? [at(`PATCH ${name}`, patch())] : []),
    ]
  })
  const deleted = tables
    .filter((table) => table.deleted)
    .map((table) => ({
      way: `DELETE ${table.name}`,
      sent: () => deletions(database, table, owner),
    }))
  return { changed, deleted }
}

const ROUTES = path.resolve(import.meta.dirname, '../../../server/functions')

/** What each route of server/functions gets. */
function bodiesOf(filled: Filled, fill: (length: number) => string): Record<string, unknown> {
  const { work, script, conversation, text } = filled
  const full =
    fill === same ? text : many(8_000, (n) => `.${n} `.padEnd(120, `${n} word `)).join('\n\n')
  return {
    'generate-script': { prompt: fill(MOST.promptCharacters), currentScript: full },
    'check-generation-status': { jobId: nothing() },
    'cancel-generation': { jobId: nothing() },
    'show-branch': { conversationId: conversation, messageId: filled.message },
    'read-script': { workId: work, reader: 'story-editor', estimate: true, again: true },
    'export-script': { text: full, title: fill(MOST.titleCharacters), format: 'pdf' },
    'admin-models': { action: 'list' },
    'download-data': {},
    'delete-account': { password: 'not the right one' },
    'stream-generation': { jobId: nothing() },
    authorship: { scriptId: script },
    'notes-pdf': { workId: work },
  }
}

async function routesOf(filled: Filled): Promise<WayIn[]> {
  const files = (await readdir(ROUTES, { recursive: true })).filter((file) => file.endsWith('.ts'))
  const sources = await Promise.all(files.map((file) => readFile(path.join(ROUTES, file), 'utf8')))
  const found = sources.flatMap((source) =>
    Array.from(source.matchAll(/\bapp\.(get|post|put|patch|delete)\('\/([a-z-]+)'/g)),
  )
  const both = [different, same].map((fill) => bodiesOf(filled, fill))
  return found.map(([, method = '', name = '']) =>
    at(
      `${method} ${name}`,
      both.map((bodies) => {
        if (!Object.hasOwn(bodies, name))
          throw new Error(`tests/abuse/ways-in does not know what to send to ${name}`)
        const address = `/functions/v1/${name}`
        const body = bodies[name]
        return method === 'get'
          ? {
              address: `${address}?${new URLSearchParams(body as Record<string, string>)}`,
              method: 'GET',
            }
          : { address, method: method.toUpperCase(), body }
      }),
    ),
  )
}

/**
 * All that a signed-in person can call, as the database and the sources have it; throws if it cannot be filled. What
 * deletes comes last, and before it what changes the rows that functions are about.
 */
export async function waysIn(database: Client, filled: Filled, only: string): Promise<WayIn[]> {
  const both = [different, same].map((fill) => values(filled, fill))
  const functions = await functionsOf(database, both)
  const tables = await tablesOf(database, both)
  const isDeleting = ({ way }: WayIn) => way.startsWith('delete')
  const all = [
    ...functions.filter((each) => !isDeleting(each)),
    ...(await routesOf(filled)),
    ...tables.changed,
    ...functions.filter(isDeleting),
    ...tables.deleted,
  ]
  if (all.length < 130) throw new Error(`only ${all.length} ways in were found`)
  return all.filter(({ way }) => new RegExp(only).test(way))
}
