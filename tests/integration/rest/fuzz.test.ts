import { Agent, request } from 'node:http'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { cutDueVersions } from '../../../server/database/due-versions.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { readTables, readVocabulary } from '../../support/rest/fuzz-tables.ts'
import { RecordedStatements } from '../../support/database/recorded-statements.ts'
import { Fuzz, type Sent } from '../../support/rest/fuzz.ts'
import { makeLetters } from '../../support/rest/letters.ts'
import {
  only,
  POLLING,
  type RestFixture,
  restFixture,
  type SignedIn,
} from '../../support/rest/fixture.ts'
import { rounds, SEED } from '../../support/rounds.ts'
import { unexpectedTokens } from '../../support/database/statement-text.ts'

const COUNT = rounds('rest-fuzzing')
const AT_ONCE = 32

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

type Answer = { status: number; body: string; dropped: string | undefined }

const send = (port: number, { method, path, headers, body }: Sent): Promise<Answer> =>
  new Promise((resolve) => {
    const drop = (error: Error) => resolve({ status: 0, body: '', dropped: error.message })
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const asking = request(
      { agent, host: '127.0.0.1', port, method, path, headers: { ...headers, ...length } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('error', drop)
        response.on('end', () => {
          const closed = response.headers.connection === 'close' ? 'closed' : undefined
          resolve({ status: response.statusCode ?? 0, body: text, dropped: closed })
        })
      },
    )
    asking.on('error', drop)
    asking.end(body)
  })

let fixture: RestFixture
let before: unknown
let known: Awaited<ReturnType<typeof readVocabulary>>
let ordinary: Set<string>
let sent: ReturnType<RecordedStatements['take']>
const problems: string[] = []
const statuses = new Map<number, number>()

async function write({ client, id }: SignedIn): Promise<string[]> {
  const script = only(await client.rpc('save_script', { title: 'Kept', content: 'FADE IN' }))
  const talks = await client.rpc('start_conversation', { prompt: 'Hello', script_id: script.id })
  const [talk] = only(talks)
  return [id, script.id, talk?.conversation_id ?? '', talk?.message_id ?? '']
}

/** All rows of a user, read as database owner. */
async function belongings({ id }: SignedIn): Promise<unknown> {
  const { pool } = fixture.database
  const read = async (table: string, column: string) =>
    (await pool.query(`select * from public.${table} where ${column} = $1 order by 1`, [id])).rows
  return {
    profile: await read('profiles', 'id'),
    scripts: await read('scripts', 'user_id'),
    saved: await read('saved_scripts', 'user_id'),
    conversations: await read('chat_conversations', 'user_id'),
    messages: await read('chat_messages', 'user_id'),
    examples: await read('golden_examples', 'user_id'),
  }
}

const mailIsSent = () =>
  vi.waitFor(async () => {
    const { rowCount } = await fixture.database.pool.query(
      'select from private.mail_outbox where sent_at is null',
    )
    if (rowCount) throw new Error('mails are on their way')
  }, POLLING)

async function ask(fuzz: Fuzz): Promise<void> {
  const port = Number(new URL(fixture.server.url).port)
  let left = COUNT
  const worker = async () => {
    while (left > 0) {
      left -= 1
      const wanted = fuzz.next()
      const { status, body, dropped } = await send(port, wanted)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status < 200 || status >= 500 || dropped) {
        problems.push(JSON.stringify({ status, dropped, body: body.slice(0, 200), wanted }))
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

beforeAll(async () => {
  const recorded = new RecordedStatements()
  fixture = await restFixture()
  await makeLetters(fixture)
  cleanUp(() => agent.destroy())
  const { admin, anna, bert, pending, anonKey, database } = fixture
  const ids = [...(await write(anna)), ...(await write(bert)), admin.id, pending.id]
  const fuzz = new Fuzz(SEED, {
    anonKey,
    writers: [anna.token, anna.token, anna.token, pending.token, anonKey],
    readers: [admin.token, bert.token],
    ids,
    tables: await readTables(database.pool),
  })
  known = await readVocabulary(database.pool)
  before = await belongings(bert)
  await mailIsSent()
  await cutDueVersions(database.pool)
  // All statements of the server itself and its timers have been recorded by now, except for the
  // listener's keep-alive query.
  const { prepared, plain } = recorded.take()
  ordinary = new Set(['select 1', ...plain, ...prepared.map(({ text }) => text)])
  await ask(fuzz)
  sent = recorded.take()
}, 600_000)

const isRest = ({ name }: { name: string }) => name.startsWith('rest_')

describe(`${COUNT} random and mutated requests of seed ${SEED}`, () => {
  test('all get a response, none a 5xx, and no connection is dropped', () => {
    expect(problems.slice(0, 10)).toEqual([])
    expect(fixture.server.log.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })

  test('include both successful and refused ones', () => {
    const share = (status: number) => (statuses.get(status) ?? 0) / COUNT
    expect(share(200)).toBeGreaterThan(0.08)
    expect(share(201) + share(204)).toBeGreaterThan(0.01)
    expect(share(400)).toBeGreaterThan(0.2)
    expect(new Set(sent.prepared.filter(isRest).map(({ text }) => text)).size).toBeGreaterThan(
      COUNT / 20,
    )
  })

  test('reach the database only as known keywords, quoted names and placeholders', () => {
    const texts = new Set(sent.prepared.filter(isRest).map(({ text }) => text))
    const strange = [...texts].flatMap((text) => {
      const found = unexpectedTokens(text, known)
      return found.length > 0 ? [{ found, text }] : []
    })
    expect(strange.slice(0, 10)).toEqual([])
  })

  test('run as one transaction each, with a statement for the rows and perhaps one for a count', () => {
    const batches = sent.batches.filter((names) => names.some((name) => isRest({ name })))
    const shapes = new Set(batches.map((names) => names.join(' ').replace(/rest_\d+/g, 'rest')))
    expect([...shapes].toSorted()).toEqual([
      'enter_to_read rest',
      'enter_to_read rest rest',
      'enter_to_write rest',
      'enter_to_write rest rest',
    ])
    expect(batches.length).toBeLessThanOrEqual(COUNT)
    const others = sent.prepared.filter((each) => !isRest(each)).map(({ text }) => text)
    // After 2 s without an answer, which a busy machine may take, the server looks for dead connections.
    const isExpected = (text: string) => ordinary.has(text) || text.includes('pg_stat_activity')
    expect([...sent.plain, ...others].filter((text) => !isExpected(text))).toEqual([])
  })

  test("leave another writer's rows unchanged and the server healthy", async () => {
    expect(await belongings(fixture.bert)).toEqual(before)
    const { data } = await fixture.bert.client
      .from('scripts')
      .select('title, saved_scripts(user_id)')
    expect(data).toEqual([{ title: 'Kept', saved_scripts: { user_id: fixture.bert.id } }])
  })
})

test('the statement check detects anything else', () => {
  for (const text of [
    'select 1; select 2',
    'select 1 -- and more',
    'select 1 /* and more */',
    "select 'some text'",
    'select pg_sleep(1)',
    'select "a""b" from public."scripts"',
    'select $$text$$',
    "select E'\\x41'",
  ]) {
    expect([text, unexpectedTokens(text, known).length > 0]).toEqual([text, true])
  }
  expect(unexpectedTokens('select t0."title" from public."scripts" as t0 limit $1', known)).toEqual(
    [],
  )
})
