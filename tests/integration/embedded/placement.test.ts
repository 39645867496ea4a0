import { execFile } from 'node:child_process'
import { chmod, chown, cp, lstat, mkdir, realpath, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { StartFailure } from '../../../server/common/failures.ts'
import { ask, copiesOfUsedDataDir } from '../../support/database/embedded-database.ts'
import { repositoryReadableBy } from '../../support/readable-repository.ts'
import { startServerProcess, temporaryFolder } from '../../support/server-process.ts'
import { startTestServer } from '../../support/test-server.ts'

const usedDataDir = copiesOfUsedDataDir()

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)('as root, a DATA_DIR that only root can enter works', async () => {
  const closed = await temporaryFolder()
  await chmod(closed, 0o700)
  const dataDir = path.join(closed, 'data')
  const first = await startTestServer({ DATA_DIR: dataDir })
  const link = path.join(dataDir, 'postgres')
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  const shelter = path.dirname(await realpath(link))
  onTestFinished(() => rm(shelter, { recursive: true, force: true }))
  await ask(dataDir, 'create table public.kept as select 7 as n')
  await first.stop()
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
