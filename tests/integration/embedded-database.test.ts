import { execFile } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { postgresPid, startServerProcess, temporaryFolder } from '../support/server-process.ts'

const isRoot = process.getuid?.() === 0

const freshDataDir = async () => path.join(await temporaryFolder(), 'data')

let usedBefore: string

beforeAll(async () => {
  usedBefore = await temporaryFolder()
  const server = startServerProcess({ DATA_DIR: path.join(usedBefore, 'data') })
  await server.url
  server.child.kill('SIGTERM')
  await server.ended
})

/** As a clean stop left it: copied, which is quicker than making a database anew. */
async function usedDataDir(): Promise<string> {
  const dataDir = await freshDataDir()
  await promisify(execFile)('cp', ['-a', path.join(usedBefore, 'data'), dataDir])
  return dataDir
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function passwordIn(dataDir: string): Promise<string> {
  const secrets = JSON.parse(await readFile(path.join(dataDir, 'secrets.json'), 'utf8')) as {
    databasePassword: string
  }
  return secrets.databasePassword
}

/** Asks the embedded database as the application would, from outside the server. */
async function ask(dataDir: string, text: string, password?: string): Promise<unknown[]> {
  const client = new Client({
    host: await realpath(path.join(dataDir, 'postgres')),
    user: 'script_writer',
    database: 'script_writer',
    password: password ?? (await passwordIn(dataDir)),
  })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

const logOf = (dataDir: string) => readFile(path.join(dataDir, 'postgres.log'), 'utf8')

test('a first start makes everything, a stop closes it cleanly, a second start finds it again', async () => {
  const dataDir = await freshDataDir()
  const first = startServerProcess({ DATA_DIR: dataDir })
  expect((await fetch(`${await first.url}/ready`)).status).toBe(200)
  await ask(dataDir, 'create table public.kept (n int); insert into public.kept values (7)')
  first.child.kill('SIGTERM')
  expect((await first.ended).code).toBe(0)
  expect(await logOf(dataDir)).toMatch(/database system is shut down\s*$/)

  const second = startServerProcess({ DATA_DIR: dataDir })
  await second.url
  expect(await ask(dataDir, 'select n from public.kept')).toEqual([{ n: 7 }])
  expect(await logOf(dataDir)).not.toContain('was not properly shut down')
  second.child.kill('SIGINT')
  expect((await second.ended).code).toBe(0)
})

test('it is reached through a file and a generated password, never through a port', async () => {
  const dataDir = await usedDataDir()
  await startServerProcess({ DATA_DIR: dataDir }).url
  expect(await ask(dataDir, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await expect(ask(dataDir, 'select 1', 'a guess')).rejects.toMatchObject({ code: '28P01' })
  expect((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
})

test('the application is not a superuser', async () => {
  const dataDir = await usedDataDir()
  await startServerProcess({ DATA_DIR: dataDir }).url
  expect(await ask(dataDir, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ])
})

test.runIf(process.platform === 'linux')('the database sees no secret of ours', async () => {
  const dataDir = await usedDataDir()
  await startServerProcess({ DATA_DIR: dataDir, AI_API_KEY: 'do-not-pass-on' }).url
  const environment = await readFile(`/proc/${await postgresPid(dataDir)}/environ`, 'utf8')
  expect(environment).not.toContain('do-not-pass-on')
})

test('a second process on the same DATA_DIR ends at once, naming the first', async () => {
  const dataDir = await usedDataDir()
  const first = startServerProcess({ DATA_DIR: dataDir })
  const url = await first.url
  const second = await startServerProcess({ DATA_DIR: dataDir }).ended
  expect(second).toEqual({
    code: 1,
    stderr: `DATA_DIR ${dataDir} is in use by process ${first.pid}; stop it, or set another DATA_DIR\n`,
  })
  expect((await fetch(`${url}/ready`)).status).toBe(200)
})

test('after kill -9 of the server its database is taken over, with every finished row', async () => {
  const dataDir = await usedDataDir()
  const first = startServerProcess({ DATA_DIR: dataDir })
  await first.url
  await ask(dataDir, 'create table public.kept as select 7 as n')
  const orphan = await postgresPid(dataDir)
  first.child.kill('SIGKILL')
  await first.ended
  expect(isAlive(orphan)).toBe(true)

  const second = startServerProcess({ DATA_DIR: dataDir })
  await second.url
  expect(await postgresPid(dataDir)).not.toBe(orphan)
  expect(second.lines.join()).toContain('ended the database that a killed server left running')
  expect(await ask(dataDir, 'select n from public.kept')).toEqual([{ n: 7 }])
})

test('after kill -9 of server and database the next start recovers by itself', async () => {
  const dataDir = await usedDataDir()
  const first = startServerProcess({ DATA_DIR: dataDir })
  await first.url
  await ask(dataDir, 'create table public.kept as select 7 as n')
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  first.child.kill('SIGKILL')
  await first.ended

  await startServerProcess({ DATA_DIR: dataDir }).url
  expect(await ask(dataDir, 'select n from public.kept')).toEqual([{ n: 7 }])
  expect(await logOf(dataDir)).toContain('was not properly shut down')
})

test('a stranger who now has the old process id is neither harmed nor in the way', async () => {
  const dataDir = await usedDataDir()
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${dataDir}/postgres\n0\n5432\n\n\n\nready\n`)
  await startServerProcess({ DATA_DIR: dataDir }).url
  expect(await postgresPid(dataDir)).not.toBe(process.pid)
})

test('a database that dies alone is started again while the server lives on', async () => {
  const dataDir = await usedDataDir()
  const server = startServerProcess({ DATA_DIR: dataDir })
  const url = await server.url
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  await expect
    .poll(() => server.lines.some((line) => line.includes('started again')), { timeout: 20_000 })
    .toBe(true)
  await expect.poll(async () => (await fetch(`${url}/ready`)).status, { timeout: 10_000 }).toBe(200)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test('a cut in the middle of the first initialisation leaves nothing that hinders the next', async () => {
  const dataDir = await freshDataDir()
  const first = startServerProcess({ DATA_DIR: dataDir })
  const isBeingMade = async () => {
    const names = await readdir(dataDir).catch(() => [])
    const half = names.find((name) => name.startsWith('postgres.new-'))
    return half !== undefined && (await readdir(path.join(dataDir, half))).includes('base')
  }
  await expect.poll(isBeingMade, { interval: 5, timeout: 10_000 }).toBe(true)
  first.child.kill('SIGKILL')
  await first.ended
  await startServerProcess({ DATA_DIR: dataDir }).url
})

test('a port that is taken is one clear line, and no database is left running', async () => {
  const dataDir = await usedDataDir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  const { code, stderr } = await startServerProcess({ DATA_DIR: dataDir, PORT: String(port) }).ended
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Cannot listen on HOST 127.0.0.1, PORT ${port}: it is in use already; for example PORT=3001\n`,
  })
  await expect(postgresPid(dataDir)).rejects.toThrow('ENOENT')
})

test('a DATA_DIR too long for a socket file works all the same', async () => {
  const dataDir = path.join(await temporaryFolder(), 'a-long-name-'.repeat(12), 'data')
  const server = startServerProcess({ DATA_DIR: dataDir })
  expect((await fetch(`${await server.url}/ready`)).status).toBe(200)
})

test('secrets of another database are one clear line', async () => {
  const dataDir = await usedDataDir()
  await rm(path.join(dataDir, 'secrets.json'))
  const { code, stderr } = await startServerProcess({ DATA_DIR: dataDir }).ended
  expect(code).toBe(1)
  expect(stderr).toMatch(/^The database in .* does not take the password in secrets\.json.*\n$/)
})

test.runIf(isRoot)('as root, a folder closed to everybody else still works', async () => {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  const dataDir = path.join(closed, 'data')
  const first = startServerProcess({ DATA_DIR: dataDir })
  await first.url
  const link = path.join(dataDir, 'postgres')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  const shelter = path.dirname(await realpath(link))
  onTestFinished(() => rm(shelter, { recursive: true, force: true }))
  await ask(dataDir, 'create table public.kept as select 7 as n')
  first.child.kill('SIGKILL')
  await first.ended
  const second = startServerProcess({ DATA_DIR: dataDir })
  await second.url
  expect(await ask(dataDir, 'select n from public.kept')).toEqual([{ n: 7 }])
  second.child.kill('SIGTERM')
  await second.ended
})

test.runIf(isRoot)('as another user than root it runs as that user', async () => {
  const folder = await temporaryFolder()
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  const nobody = { uid: 65_534, gid: 65_534 }
  await chown(dataDir, nobody.uid, nobody.gid)
  await startServerProcess({ DATA_DIR: dataDir }, nobody).url
  expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(nobody.uid)
})
