import { appendFile, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  ask,
  copiesOfUsedDataDir,
  freshDataDir,
  logOf,
} from '../../support/database/embedded-database.ts'
import { postgresPid, startServerProcess } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()

describe('from the first start on', () => {
  let dataDir: string
  let first: { status: number; code: number | null; log: string }

  beforeAll(async () => {
    dataDir = await freshDataDir()
    const server = startServerProcess({ DATA_DIR: dataDir })
    const { status } = await fetch(`${await server.url}/ready`)
    await ask(dataDir, 'create table public.kept (n int); insert into public.kept values (7)')
    server.child.kill('SIGINT')
    const { code } = await server.ended
    first = { status, code, log: await logOf(dataDir) }
    vi.stubEnv('AI_API_KEY', 'do-not-pass-on')
    await startTestServer({ DATA_DIR: dataDir })
  })
  afterAll(() => {
    vi.unstubAllEnvs()
  })

  test('the first start creates everything, Ctrl-C closes it cleanly, the second start finds it', async () => {
    expect(first).toEqual({
      status: 200,
      code: 0,
      log: expect.stringMatching(/database system is shut down\s*$/),
    })
    expect(await ask(dataDir, 'select n from public.kept')).toEqual([{ n: 7 }])
    expect(await logOf(dataDir)).not.toContain('was not properly shut down')
  })

  test('the database is reachable through a socket with a password, never through a port', async () => {
    expect(await ask(dataDir, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    await expect(ask(dataDir, 'select 1', 'a guess')).rejects.toMatchObject({ code: '28P01' })
    expect((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
    expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  })

  test('the application is not a superuser, and the text of its statements is not logged', async () => {
    expect(
      await ask(dataDir, 'select rolsuper from pg_roles where rolname = current_user'),
    ).toEqual([{ rolsuper: false }])
    await ask(dataDir, 'create table public.lines (words text check (length(words) < 3))')
    const words = 'what somebody wrote'
    await expect(
      ask(dataDir, `insert into public.lines values ('${words}')`),
    ).rejects.toMatchObject({
      code: '23514',
    })
    const log = await logOf(dataDir)
    expect(log).toContain('violates check constraint')
    expect(log).not.toContain('insert into')
    expect(log).not.toContain(words)
  })

  test('its log is rotated as soon as it has 10 MB, and the database goes on writing to it', async () => {
    const file = path.join(dataDir, 'postgres.log')
    await appendFile(file, 'x'.repeat(10 * 1024 * 1024))
    await expect.poll(async () => (await stat(file)).size).toBeLessThan(100_000)
    await expect(ask(dataDir, 'select 1 / 0')).rejects.toMatchObject({ code: '22012' })
    expect(await logOf(dataDir)).toContain('division by zero')
    expect((await stat(file)).size).toBeLessThan(100_000)
  })

  test.runIf(process.platform === 'linux')(
    'the database process gets none of our secrets',
    async () => {
      const environment = await readFile(`/proc/${await postgresPid(dataDir)}/environ`, 'utf8')
      expect(environment).not.toContain('do-not-pass-on')
    },
  )
})

test('secrets of another database are reported in one line', async () => {
  const dataDir = await usedDataDir()
  const file = path.join(dataDir, 'secrets.json')
  const secrets = JSON.parse(await readFile(file, 'utf8')) as object
  const databasePassword = 'of another database'
  await writeFile(file, JSON.stringify({ ...secrets, databasePassword }))
  await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow(
    /^The database in .* does not accept the password in secrets\.json.*$/,
  )
})
