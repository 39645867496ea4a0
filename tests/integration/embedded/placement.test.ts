import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, lstat, mkdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { StartFailure } from '../../../server/common/failures.ts'
import { ask, copiesOfUsedDataDir } from '../../support/database/embedded-database.ts'
import { repositoryReadableBy } from '../../support/readable-repository.ts'
import { postgresPid, startServerProcess, temporaryFolder } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()

const isRoot = process.getuid?.() === 0

test('a port in use is reported in one line, and no database is left running', async () => {
  const dataDir = await usedDataDir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as { port: number }
  await expect(startTestServer({ DATA_DIR: dataDir, PORT: String(port) })).rejects.toThrow(
    new StartFailure(
      `Cannot listen on HOST 127.0.0.1, PORT ${port}: it is already in use; for example PORT=3001`,
    ),
  )
  await expect(postgresPid(dataDir)).rejects.toThrow('ENOENT')
})

test('a DATA_DIR too long for a socket path works', async () => {
  const folder = path.join(await temporaryFolder(), 'a-long-name-'.repeat(12))
  await mkdir(folder)
  const dataDir = path.join(folder, 'data')
  await rename(await usedDataDir(), dataDir)
  const server = await startTestServer({ DATA_DIR: dataDir })
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
})

test.runIf(isRoot)('as root, a DATA_DIR that only root can enter works', async () => {
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
  const second = await startTestServer({ DATA_DIR: dataDir })
  expect(await ask(dataDir, 'select n from public.kept')).toEqual([{ n: 7 }])

  // A copy of the folder has the same link. It must not stop the database of the original.
  const copy = path.join(closed, 'copy')
  await cp(dataDir, copy, { recursive: true, verbatimSymlinks: true })
  await expect(startTestServer({ DATA_DIR: copy })).rejects.toThrow(
    new StartFailure(
      `DATA_DIR ${copy} is a copy of another one: its database is a link to ${shelter}, which is in use; stop the other server, or set another DATA_DIR`,
    ),
  )
  expect(await ask(dataDir, 'select n from public.kept')).toEqual([{ n: 7 }])
  await second.stop()

  await rm(shelter, { recursive: true })
  await expect(startTestServer({ DATA_DIR: copy })).rejects.toThrow(
    /^The database is not in .*, which is a link to .*: copy the database too/,
  )
})

test.runIf(isRoot)(
  'a copy with other owners does not start, and the line says how to copy',
  async () => {
    const copy = await usedDataDir()
    // The owners that cp -r leaves.
    await promisify(execFile)('chown', ['-R', '0:0', copy])
    await expect(startTestServer({ DATA_DIR: copy })).rejects.toThrow(
      /^The database in .* did not start: .*; if it is a copy, make it with cp -a, which keeps owners and modes$/,
    )
  },
)

test.runIf(isRoot)('as a normal user it runs as that user', async () => {
  const folder = await temporaryFolder()
  const dataDir = path.join(folder, 'data')
  await mkdir(dataDir)
  const nobody = { uid: 65_534, gid: 65_534 }
  await chown(dataDir, nobody.uid, nobody.gid)
  const root = await repositoryReadableBy(nobody)
  await startServerProcess({ DATA_DIR: dataDir }, { ...nobody, root }).url
  expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(nobody.uid)
})
