import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { StartFailure } from '../../../server/common/failures.ts'
import { keepLogFileSmall } from '../../../server/database/embedded/log-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import {
  ask,
  copiesOfUsedDataDir,
  freshDataDir,
  logOf,
} from '../../support/database/embedded-database.ts'
import { runServerCommand } from '../../support/server-command.ts'
import { postgresPid, startServerProcess, temporaryFolder } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()

const kept = (dataDir: string) => ask(dataDir, 'select n from public.kept')

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a crash during the first initialisation does no harm: the next start creates everything, and Ctrl-C closes it cleanly', async () => {
  const dataDir = await freshDataDir()
  const killed = startServerProcess({ DATA_DIR: dataDir })
  const isBeingMade = async () => {
    const names = await readdir(dataDir).catch(() => [])
    const half = names.find((name) => name.startsWith('postgres.new-'))
    return half !== undefined && (await readdir(path.join(dataDir, half))).includes('base')
  }
  await expect.poll(isBeingMade, { interval: 5 }).toBe(true)
  killed.child.kill('SIGKILL')
  await killed.ended
  const next = startServerProcess({ DATA_DIR: dataDir })
  expect((await fetch(`${await next.url}/ready`)).status).toBe(200)
  next.child.kill('SIGINT')
  expect((await next.ended).code).toBe(0)
  expect(await logOf(dataDir)).toMatch(/database system is shut down\s*$/)
})

test('what stops a start is said in one line, and no database is left running', async () => {
  // Too long for the path of a socket: the database that each start opens first has another one.
  const folder = path.join(await temporaryFolder(), 'a-long-name-'.repeat(12))
  await mkdir(folder)
  const dataDir = path.join(folder, 'data')
  await rename(await usedDataDir(), dataDir)
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  cleanUp(() => void other.close())
  const { port } = other.address() as { port: number }
  await expect(startTestServer({ DATA_DIR: dataDir, PORT: String(port) })).rejects.toThrow(
    new StartFailure(
      `Cannot listen on HOST 127.0.0.1, PORT ${port}: it is already in use; for example PORT=3001`,
    ),
  )
  await expect(postgresPid(dataDir)).rejects.toThrow('ENOENT')
  const file = path.join(dataDir, 'secrets.json')
  const secrets = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...secrets, databasePassword: 'of another database' }))
  await expect(startTestServer({ DATA_DIR: dataDir })).rejects.toThrow(
    /^The database in .* does not accept the password in secrets\.json.*$/,
  )
})

test('the server waits for a backup that has opened its database, and says so', async () => {
  const dataDir = await usedDataDir()
  const file = path.join(await temporaryFolder(), 'backup.tar.gz')
  const backup = runServerCommand('make-backup', [file], { DATA_DIR: dataDir })
  const holder = async () =>
    (await readFile(path.join(dataDir, 'server.pid'), 'utf8').catch(() => '')).split('\n')
  await expect.poll(async () => (await holder())[1], { interval: 5 }).toBe('npm run backup')
  const pid = Number((await holder())[0])
  process.kill(pid, 'SIGSTOP')
  const server = startServerProcess({ DATA_DIR: dataDir })
  await expect
    .poll(() => server.lines.join())
    .toContain(
      `DATA_DIR is in use by npm run backup, process ${pid}; the server starts when it is done`,
    )
  process.kill(pid, 'SIGCONT')
  expect(await backup).toMatchObject({ code: 0, stderr: '' })
  expect((await fetch(`${await server.url}/ready`)).status).toBe(200)
  expect(server.lines.filter((line) => line.includes('is in use'))).toHaveLength(1)
})

test('a DATA_DIR belongs to one process, and the next start takes over what a killed one left', async () => {
  const dataDir = await usedDataDir()
  const start = async () => {
    const started = startServerProcess({ DATA_DIR: dataDir })
    await started.url
    return started
  }
  // The id of this process, which is no database, in the file that a killed one left.
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${dataDir}/postgres\n0\n5432\n\n\n\nready\n`)
  const first = await start()
  const orphan = await postgresPid(dataDir)
  expect(orphan).not.toBe(process.pid)
  await ask(dataDir, 'create table public.kept as select 7 as n')

  // A second process exits at once, naming the first.
  const second = await startServerProcess({ DATA_DIR: dataDir }).ended
  expect(second).toEqual({
    code: 1,
    stderr: `DATA_DIR ${dataDir} is in use by process ${first.pid}; stop it, or set another DATA_DIR\n`,
  })
  expect((await fetch(`${await first.url}/ready`)).status).toBe(200)

  // After kill -9 of the server the next start takes over its database, with every committed row.
  first.child.kill('SIGKILL')
  await first.ended
  expect(isAlive(orphan)).toBe(true)
  const third = await start()
  expect(await postgresPid(dataDir)).not.toBe(orphan)
  expect(third.lines.join()).toContain('stopped the database that a killed server had left running')
  expect(await kept(dataDir)).toEqual([{ n: 7 }])

  // After kill -9 of server and database the next start recovers by itself.
  const earlier = (await logOf(dataDir)).length
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  third.child.kill('SIGKILL')
  await third.ended
  vi.stubEnv('AI_API_KEY', 'do-not-pass-on')
  cleanUp(() => vi.unstubAllEnvs())
  const server = await startTestServer({ DATA_DIR: dataDir })
  expect(await kept(dataDir)).toEqual([{ n: 7 }])
  expect((await logOf(dataDir)).slice(earlier)).toContain('was not properly shut down')

  // Its log is rotated as soon as it has 10 MB, looked at below.
  const logFile = path.join(dataDir, 'postgres.log')
  await appendFile(logFile, 'x'.repeat(10 * 1024 * 1024))

  // A database that crashes is restarted while the server runs.
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  await expect.poll(() => server.log.some(({ msg }) => msg === 'database restarted')).toBe(true)
  await expect.poll(async () => (await fetch(`${server.url}/ready`)).status).toBe(200)

  // It is reachable through a socket with a password, never through a port, and gets none of our secrets.
  expect(await ask(dataDir, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
  await expect(ask(dataDir, 'select 1', 'a guess')).rejects.toMatchObject({ code: '28P01' })
  expect((await stat(path.join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(path.join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700)
  const environment = `/proc/${await postgresPid(dataDir)}/environ`
  // Only Linux shows it.
  const passedOn = existsSync(environment) ? await readFile(environment, 'utf8') : ''
  expect(passedOn).not.toContain('do-not-pass-on')

  // The application is not a superuser, and the text of its statements is not logged, in the new log neither.
  await expect.poll(async () => (await stat(logFile)).size).toBeLessThan(100_000)
  expect(await ask(dataDir, 'select rolsuper from pg_roles where rolname = current_user')).toEqual([
    { rolsuper: false },
  ])
  await ask(dataDir, 'create table public.lines (words text check (length(words) < 3))')
  const words = 'what somebody wrote'
  await expect(ask(dataDir, `insert into public.lines values ('${words}')`)).rejects.toMatchObject({
    code: '23514',
  })
  const log = await logOf(dataDir)
  expect(log).toContain('violates check constraint')
  expect(log).not.toContain('insert into')
  expect(log).not.toContain(words)
})

test('the log is rotated while it grows, and a few old ones are kept', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'postgres.log')
  await appendFile(file, '')
  const options = { maxBytes: 1_000, kept: 3, milliseconds: 5 }
  const rotation = keepLogFileSmall(file, pino({ level: 'silent' }), options)
  cleanUp(() => rotation.stop())
  for (let round = 1; round <= 5; round += 1) {
    await appendFile(file, `round ${round} ${'x'.repeat(1_200)}\n`)
    await expect.poll(async () => (await stat(file)).size, { interval: 5 }).toBe(0)
  }
  await appendFile(file, 'the latest line\n')
  expect((await readdir(folder)).toSorted()).toEqual([
    'postgres.log',
    'postgres.log.1',
    'postgres.log.2',
    'postgres.log.3',
  ])
  expect(await readFile(file, 'utf8')).toBe('the latest line\n')
  expect(await readFile(`${file}.1`, 'utf8')).toContain('round 5')
  expect(await readFile(`${file}.3`, 'utf8')).toContain('round 3')
})
