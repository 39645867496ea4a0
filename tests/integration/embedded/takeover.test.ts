import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ask, copiesOfUsedDataDir, freshDataDir, logOf } from '../../support/embedded-database.ts'
import { postgresPid, startServerProcess } from '../../support/server-process.ts'

const usedDataDir = copiesOfUsedDataDir()

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a second process on the same DATA_DIR exits at once, naming the first', async () => {
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

test('after kill -9 of the server the next start takes over its database, with every committed row', async () => {
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
  expect(second.lines.join()).toContain(
    'stopped the database that a killed server had left running',
  )
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

test('a reused process id is neither killed nor an obstacle', async () => {
  const dataDir = await usedDataDir()
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${dataDir}/postgres\n0\n5432\n\n\n\nready\n`)
  await startServerProcess({ DATA_DIR: dataDir }).url
  expect(await postgresPid(dataDir)).not.toBe(process.pid)
})

test('a database that crashes is restarted while the server runs', async () => {
  const dataDir = await usedDataDir()
  const server = startServerProcess({ DATA_DIR: dataDir })
  const url = await server.url
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  await expect
    .poll(() => server.lines.some((line) => line.includes('database restarted')))
    .toBe(true)
  await expect.poll(async () => (await fetch(`${url}/ready`)).status).toBe(200)
  server.child.kill('SIGTERM')
  expect((await server.ended).code).toBe(0)
})

test('a crash during the first initialisation does not prevent the next start', async () => {
  const dataDir = await freshDataDir()
  const first = startServerProcess({ DATA_DIR: dataDir })
  const isBeingMade = async () => {
    const names = await readdir(dataDir).catch(() => [])
    const half = names.find((name) => name.startsWith('postgres.new-'))
    return half !== undefined && (await readdir(path.join(dataDir, half))).includes('base')
  }
  await expect.poll(isBeingMade, { interval: 5 }).toBe(true)
  first.child.kill('SIGKILL')
  await first.ended
  await startServerProcess({ DATA_DIR: dataDir }).url
})
