import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import { exportSecrets, importSecrets } from '../../../server/process/secrets.ts'
import { forFile } from '../../support/for-file.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { temporaryFolder } from '../../support/server-process.ts'
import { backUp } from '../backup/backup-files.ts'
import { generate, jobRow, untilEnded } from '../generation/generation-server.ts'
import { JWT_SECRET, startLiveServer } from '../../support/signed-in.ts'
import { connection, KEY, modelsFixture, onlyConnection, openProvider } from './models-fixture.ts'

const fixture = forFile(() =>
  modelsFixture({ LOG_LEVEL: 'trace', METRICS_TOKEN: 'a-token-for-metrics' }),
)

/** The key in every form in which it could leak. */
const forms = [KEY, Buffer.from(KEY).toString('base64'), Buffer.from(KEY).toString('hex')].map(
  (form) => form.slice(0, 16).toLowerCase(),
)
const leaksIn = (text: string) => forms.filter((form) => text.toLowerCase().includes(form))

async function everyRow(): Promise<string> {
  const { rows: tables } = await fixture.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'private', 'auth')`,
  )
  const texts = []
  for (const { name } of tables) {
    const { rows } = await fixture.pool.query(`select t::text as row from ${name} as t`)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}

test('the key appears in no response, log, metric, file, audit entry, backup or row of the database', async () => {
  const responses: string[] = []
  const keep = async (body: object) => {
    const answer = await fixture.call(body)
    responses.push(JSON.stringify(answer))
    return answer
  }
  // A provider that repeats the key wherever it can.
  const { baseUrl, requests } = await openProvider({
    answers: (answer, { headers }) =>
      answer.refuse(500, { error: { message: `no: ${headers.authorization}` } }, { 'x-key': KEY }),
  })
  const asked = connection(baseUrl)
  await keep(asked)
  const { ids } = onlyConnection(await fixture.state())
  await keep({ action: 'default', modelId: ids['small'] })
  await keep({ action: 'test', modelId: ids['small'] })
  await keep({ action: 'fetch', id: asked.id })
  await keep({ ...asked, revision: 7 })
  await keep({ ...asked, revision: 1, name: '' })
  await keep({ ...asked, revision: 1, name: 'Other' })
  await keep({ action: 'list' })
  const jobId = await generate(fixture.server, fixture.anna)
  await untilEnded(fixture.server, fixture.anna, jobId)
  responses.push(JSON.stringify(await jobRow(fixture.pool, jobId)))
  expect(requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)

  const metrics = await fetch(`${fixture.server.url}/metrics`, {
    headers: { authorization: 'Bearer a-token-for-metrics' },
  })
  expect(metrics.status).toBe(200)
  const files = await Promise.all(
    (await readdir(fixture.server.dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')),
  )
  const backup = gunzipSync(
    await readFile((await backUp({ connectionString: fixture.database.url })).file),
  ).toString('latin1')
  const audit = await fixture.pool.query<{ row: string }>(
    'select l::text as row from public.audit_log as l',
  )
  const places = {
    responses: responses.join('\n'),
    log: JSON.stringify(fixture.server.log),
    console: fixture.server.console.join('\n'),
    metrics: await metrics.text(),
    files: files.join('\n'),
    rows: await everyRow(),
    audit: audit.rows.map(({ row }) => row).join('\n'),
    backup,
  }
  for (const [place, text] of Object.entries(places))
    expect([place, leaksIn(text)]).toEqual([place, []])
  expect(places.rows).toContain('private.ai_connections')
  expect(places.log).toContain('AI request failed')
  expect(places.audit).toContain('connection_tested')
  // The backup contains the sealed key, but not the secret that sealed it.
  const { rows } = await fixture.pool.query<{ sealed: string }>(
    "select encode(sealed_key, 'hex') as sealed from private.ai_connections",
  )
  expect(backup).toContain(rows[0]?.sealed)
  expect(backup).not.toContain(JWT_SECRET)
  expect(leaksIn(`x ${KEY}`)).toHaveLength(1)
})

test('a key moved to another address or connection is not sent there', async () => {
  await fixture.pool.query('delete from private.ai_connections')
  const honest = await openProvider()
  const thief = await openProvider()
  const asked = connection(honest.baseUrl)
  const { ids } = onlyConnection((await fixture.manage(asked)).state)
  // An attacker who can write to the database but does not have the secret.
  await fixture.pool.query('update private.ai_connections set base_url = $1', [thief.baseUrl])
  const { connection: shown } = onlyConnection(await fixture.state())
  expect(shown.key).toBe('unreadable')
  const { trouble } = await fixture.manage({ action: 'fetch', id: asked.id })
  expect(trouble?.sentence).toBe('The key must be entered again.')
  await fixture.manage({ action: 'default', modelId: ids['small'] })
  const job = await generate(fixture.server, fixture.anna)
  expect(await untilEnded(fixture.server, fixture.anna, job)).toMatchObject({
    status: 'failed',
    code: 'key_unreadable',
    error: 'The connection to the AI has to be set up again. Please tell your administrator.',
  })
  expect(thief.requests).toEqual([])
})

test('a key that cannot be read is asked for again, and works once it was entered', async () => {
  await fixture.pool.query('delete from private.ai_connections')
  const { baseUrl, requests } = await openProvider()
  const asked = connection(baseUrl)
  await fixture.manage(asked)
  for (const damaged of ['\\x00112233', '\\x', `\\x${'00'.repeat(60)}`]) {
    await fixture.pool.query('update private.ai_connections set sealed_key = $1', [damaged])
    expect((await fixture.state()).connections[0]?.key).toBe('unreadable')
  }
  const { state } = await fixture.manage({ ...asked, revision: 1 })
  expect(state.connections[0]?.key).toBe('stored')
  expect(requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)
})

test('restored from a backup with secrets, the connection works without entering the key again', async () => {
  await fixture.pool.query('delete from private.ai_connections')
  const { baseUrl, requests } = await openProvider()
  const { ids } = onlyConnection((await fixture.manage(connection(baseUrl))).state)
  await fixture.manage({ action: 'default', modelId: ids['small'] })
  const backup = await backUp(
    { connectionString: fixture.database.url },
    exportSecrets(fixture.server.dataDir, { jwtSecret: JWT_SECRET }),
  )
  const written = gunzipSync(await readFile(backup.file)).toString('latin1')
  expect([leaksIn(written), written.includes(JWT_SECRET)]).toEqual([[], true])

  const empty = await createTestDatabase()
  const DATA_DIR = await temporaryFolder()
  await loadBackup({ connectionString: empty.url }, backup)
  importSecrets(DATA_DIR, backup.secrets ?? '')
  // Its secrets come from the backup, not from the environment.
  const server = await startLiveServer(empty.url, fixture.options, {
    AI_ALLOW_PRIVATE: 'true',
    DATA_DIR,
    JWT_SECRET: '',
  })
  const before = requests.length
  const job = await generate(server, fixture.anna)
  expect(await untilEnded(server, fixture.anna, job)).toMatchObject({ status: 'completed' })
  expect(requests.slice(before).map(({ headers }) => headers.authorization)).toEqual([
    `Bearer ${KEY}`,
  ])
})
