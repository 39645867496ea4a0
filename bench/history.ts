// Storage and time of 1,000 versions of a 150 KB script: npm run bench:history
import { hash, randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import type { Database } from '../contract/tables.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { startServer } from './support/bench-server.ts'
import { median } from './support/median.ts'
import { judge, print, show } from './support/report.ts'
import { timed } from './support/timed.ts'
import { scene, scenesOf } from './support/varied-scenes.ts'

const VERSIONS = 1_000
const SIZE = 150_000
const READS = 50
const SMALL_CHANGES = 100
const SAVES = 15

const TABLES = [
  'public.script_drafts',
  'public.script_versions',
  'private.draft_texts',
  'private.script_pieces',
  'private.version_texts',
]

type Splice = { start: number; end: number; text: string }

async function open(folder: string) {
  const { url, anonKey, pool } = await startServer(folder)
  let sent = 0
  const client = createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: {
      fetch(input, init) {
        const headers = [...new Headers(init?.headers)].join('\r\n').length
        sent = headers + Buffer.byteLength(typeof init?.body === 'string' ? init.body : '')
        return fetch(input, init)
      },
    },
  })
  await client.auth.signUp({ email: 'writer@example.com', password: 'bench-password' })
  return { pool, client, lastSent: () => sent }
}

type Fixture = Awaited<ReturnType<typeof open>>

/** A draft whose changes are sent to the server one at a time. */
class Draft {
  readonly workId = randomUUID()
  text = ''
  #revision = 0
  readonly #client: Fixture['client']

  constructor(client: Fixture['client']) {
    this.#client = client
  }

  async keep(splice: Splice, version: boolean): Promise<void> {
    const { start, end, text } = splice
    this.text = this.text.slice(0, start) + text + this.text.slice(end)
    const { error } = await this.#client.rpc('keep_draft', {
      work_id: this.workId,
      revision: this.#revision,
      // An import is always a version; of what is typed there is at most one in a second.
      changes: [{ origin: version ? 'import' : 'typed', splices: [splice] }],
      text_hash: hash('sha256', this.text, 'hex'),
    })
    if (error) throw new Error(error.message)
    this.#revision += 1
  }
}

const sizeOf = async (pool: Pool, tables: readonly string[]) => {
  const { rows } = await pool.query<{ size: string }>(
    'select sum(pg_total_relation_size(name::regclass)) as size from unnest($1::text[]) as name',
    [tables],
  )
  return Number(rows[0]?.size) / 1e6
}

await inBenchFolder(async (folder) => {
  const { pool, client, lastSent } = await open(folder)
  await pool.query('create table private.full_texts (n int primary key, text text not null)')
  const draft = new Draft(client)
  const scenes = scenesOf(SIZE)
  const empty = await sizeOf(pool, TABLES)
  await draft.keep({ start: 0, end: 0, text: scenes.join('') }, true)

  const versions: number[] = []
  const fullTexts: number[] = []
  for (let round = 1; round < VERSIONS; round += 1) {
    const place = (round * 37) % scenes.length
    const start = scenes.slice(0, place).join('').length
    const old = scenes[place] ?? ''
    const text = scene(place, round)
    scenes[place] = text
    const [, took] = await timed(() => draft.keep({ start, end: start + old.length, text }, true))
    versions.push(took)
    const [, full] = await timed(() =>
      pool.query('insert into private.full_texts values ($1, $2)', [round, draft.text]),
    )
    fullTexts.push(full)
  }

  const small: number[] = []
  let most = 0
  for (let n = 0; n < SMALL_CHANGES; n += 1) {
    const start = draft.text.indexOf('\n', (n * 1_471) % draft.text.length)
    const text = `\nAnd then, for the ${n}th time, nothing happens on the pier at all.`
    const [, took] = await timed(() => draft.keep({ start, end: start, text }, false))
    small.push(took)
    most = Math.max(most, lastSent())
  }

  const saved = await client.rpc('save_script', {
    title: 'Saved',
    content: draft.text,
    work_id: draft.workId,
  })
  if (saved.error) throw new Error(saved.error.message)
  const save = (content: string) =>
    client.rpc('save_script', {
      title: 'Saved',
      content,
      script_id: saved.data.id,
      overwrite: true,
    })
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < SAVES; n += 1) {
    const text = `${draft.text}\nSaved ${n} times.`
    const [, other] = await timed(() => save(text))
    unknown.push(other)
    const [, same] = await timed(() => save(text))
    known.push(same)
  }

  const lists: number[] = []
  const opens: number[] = []
  const floors: number[] = []
  for (let n = 0; n < READS; n += 1) {
    const [history, listed] = await timed(() =>
      client.rpc('script_history', { work_id: draft.workId }),
    )
    lists.push(listed)
    const version = history.data?.[(n * 19) % VERSIONS]
    const [text, opened] = await timed(() =>
      client.rpc('version_text', { version_id: version?.id ?? '' }),
    )
    if ((text.data?.length ?? 0) < SIZE / 2) throw new Error(`no text: ${text.error?.message}`)
    opens.push(opened)
    const [, floor] = await timed(() =>
      pool.query('select text from private.full_texts where n = $1', [1 + ((n * 19) % 999)]),
    )
    floors.push(floor)
  }

  print(
    `${VERSIONS} versions of ${(draft.text.length / 1000).toFixed(0)} KB, one scene of ${scenes.length} rewritten each\n`,
  )
  const stored = (await sizeOf(pool, TABLES)) - empty
  const full = await sizeOf(pool, ['private.full_texts'])
  judge('stored, MB', stored, stored <= 20, 'at most 20')
  show('stored as full texts, compressed', full, 'MB')
  show('text of all versions', (VERSIONS * draft.text.length) / 1e6, 'MB')
  judge('list of all versions, ms', median(lists), median(lists) <= 50, 'at most 50')
  judge('open a version, ms', median(opens), median(opens) <= 50, 'at most 50')
  show('read a full text, without the server', median(floors), 'ms')
  show('store a scene and a version', median(versions), 'ms')
  show('insert a full text, without the server', median(fullTexts), 'ms')
  judge('one-line change, KB sent', most / 1000, most <= 2000, 'at most 2, headers included')
  show('store a one-line change', median(small), 'ms')
  show('save a text that the draft has', median(known), 'ms')
  show('save another text', median(unknown), 'ms')
})
