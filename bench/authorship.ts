// Authorship of 1,000 versions of a 120-page script, through the server: npm run bench:authorship
import { hash, randomUUID } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createClient } from '@supabase/supabase-js'
import type { Pool } from 'pg'
import type { AuthorshipRecord } from '../contract/authorship.ts'
import type { Database } from '../contract/tables.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { startServer } from './support/bench-server.ts'
import { median } from './support/median.ts'
import { judge, print, show } from './support/report.ts'
import { timed } from './support/timed.ts'
import { scene, scenesOf } from './support/varied-scenes.ts'

const VERSIONS = 1_000
const SIZE = 200_000
const READS = 15

async function open(folder: string) {
  const { url, anonKey, pool } = await startServer(folder)
  const client = createClient<Database>(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const { data } = await client.auth.signUp({
    email: 'writer@example.com',
    password: 'bench-password',
  })
  return { pool, client, userId: data.user?.id ?? '' }
}

const work = randomUUID()

/** Makes the versions in the database, which takes a third of the time that requests would. */
async function write(pool: Pool, userId: string): Promise<string> {
  const scenes = scenesOf(SIZE)
  const client = await pool.connect()
  try {
    const opened = await client.query<{ id: string }>('select id from private.open_work($1, $2)', [
      userId,
      work,
    ])
    const draft = opened.rows[0]?.id
    for (let round = 0; round < VERSIONS; round += 1) {
      const place = (round * 37) % scenes.length
      if (round > 0) scenes[place] = scene(place, round)
      await client.query('select private.replace_text($1, $2, $3)', [
        draft,
        scenes.join(''),
        (['typed', 'pasted', 'answer', 'typed'] as const)[round % 4],
      ])
    }
  } finally {
    client.release()
  }
  return scenes.join('')
}

await inBenchFolder(async (folder) => {
  const { pool, client, userId } = await open(folder)
  const text = await write(pool, userId)
  const read = async () => {
    const query = `authorship?workId=${work}`
    const { data, error } = await client.functions.invoke<AuthorshipRecord>(query, {
      method: 'GET',
    })
    if (error || !data) throw new Error(String(error))
    return data
  }

  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const [first, uncached] = await timed(read)
  delay.disable()
  const cached: number[] = []
  for (let n = 0; n < READS; n += 1) {
    const [again, took] = await timed(read)
    if (JSON.stringify(again.spans) !== JSON.stringify(first.spans)) throw new Error('other spans')
    cached.push(took)
  }

  // While somebody types: the pending text has to be compared with the whole history.
  const typing: number[] = []
  let written = text
  for (let n = 0; n < READS; n += 1) {
    const more = `${scene(0, n).slice(0, 300)}\n`
    written += more
    const { data } = await client.rpc('draft_text', { work_id: work })
    const { revision = 0, text: known = '' } = data?.[0] ?? {}
    const splices = [{ start: known.length, end: known.length, text: more }]
    const { error } = await client.rpc('keep_draft', {
      work_id: work,
      revision,
      changes: [{ origin: 'typed', splices }],
      text_hash: hash('sha256', written, 'hex'),
    })
    if (error) throw new Error(error.message)
    const [, took] = await timed(read)
    typing.push(took)
  }

  const { rows } = await pool.query<{ size: number }>(
    'select octet_length(state) as size from private.authorship_states',
  )
  print(
    `${VERSIONS} versions of ${(text.length / 1000).toFixed(0)} KB, ${first.text.words} words, ${first.spans.length} spans\n`,
  )
  show('first computation', uncached, 'ms')
  show('longest pause of the server meanwhile', delay.max / 1e6, 'ms')
  judge('once cached, ms', median(cached), median(cached) <= 300, 'at most 300')
  judge('cached, with pending text, ms', median(typing), median(typing) <= 300, 'at most 300')
  show('cache', (rows[0]?.size ?? 0) / 1e6, 'MB')
  show('record', JSON.stringify(first).length / 1e6, 'MB')
})
