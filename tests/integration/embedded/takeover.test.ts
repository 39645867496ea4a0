import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  ask,
  copiesOfUsedDataDir,
  freshDataDir,
  logOf,
} from '../../support/database/embedded-database.ts'
import { postgresPid, startServerProcess } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('a DATA_DIR belongs to one process, and the next start takes over what a killed one left', async () => {
  const dataDir = await usedDataDir()
  const start = async () => {
    const server = startServerProcess({ DATA_DIR: dataDir })
    await server.url
    return server
  }
  const kept = () => ask(dataDir, 'select n from public.kept')

  // A second process exits at once, naming the first.
  const first = await start()
  await ask(dataDir, 'create table public.kept as select 7 as n')
  const second = await startServerProcess({ DATA_DIR: dataDir }).ended
  expect(second).toEqual({
    code: 1,
    stderr: `DATA_DIR ${dataDir} is in use by process ${first.pid}; stop it, or set another DATA_DIR\n`,
  })
  expect((await fetch(`${await first.url}/ready`)).status).toBe(200)

  // After kill -9 of the server the next start takes over its database, with every committed row.
  const orphan = await postgresPid(dataDir)
  first.child.kill('SIGKILL')
  await first.ended
  expect(isAlive(orphan)).toBe(true)
  const third = await start()
  expect(await postgresPid(dataDir)).not.toBe(orphan)
  expect(third.lines.join()).toContain('stopped the database that a killed server had left running')
  expect(await kept()).toEqual([{ n: 7 }])

  // After kill -9 of server and database the next start recovers by itself.
  const earlier = (await logOf(dataDir)).length
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  third.child.kill('SIGKILL')
  await third.ended
  const fourth = await startTestServer({ DATA_DIR: dataDir })
  expect(await kept()).toEqual([{ n: 7 }])
  expect((await logOf(dataDir)).slice(earlier)).toContain('was not properly shut down')

  // A database that crashes is restarted while the server runs.
  process.kill(await postgresPid(dataDir), 'SIGKILL')
  await expect.poll(() => fourth.log.some(({ msg }) => msg === 'database restarted')).toBe(true)
  await expect.poll(async () => (await fetch(`${fourth.url}/ready`)).status).toBe(200)
})

test('a reused process id is neither killed nor an obstacle', async () => {
  const dataDir = await usedDataDir()
  const pidFile = path.join(dataDir, 'postgres/postmaster.pid')
  await writeFile(pidFile, `${process.pid}\n${dataDir}/postgres\n0\n5432\n\n\n\nready\n`)
  await startTestServer({ DATA_DIR: dataDir })
  expect(await postgresPid(dataDir)).not.toBe(process.pid)
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
  const second = await startTestServer({ DATA_DIR: dataDir })
  expect((await fetch(`${second.url}/ready`)).status).toBe(200)
})
