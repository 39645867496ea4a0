import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { lives, start } from '../planted-project.ts'
import { environment, lastLine, plantTools, runTests, TEST, VITEST, vitest } from './fake-tools.ts'

const SOON = { timeout: 30_000 }

/** A runner that starts a child and never exits. */
const HANGS = `#!/bin/sh
  sleep 600 &
  echo "$$ $!" > pid
  wait`

/** A runner that exits but leaves a child behind. */
const LEAVES = vitest({ passed: 1 }, 0, 0, 'sleep 600 & printf %s $! > pid')

function readPids(root: string): number[] {
  const file = path.join(root, 'pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number).filter(Boolean) : []
}

const untilPidsAreWritten = (root: string) =>
  vi.waitUntil(() => readPids(root).length > 0 && readPids(root), SOON)

test('a signal ends the runner with all its processes, and the reports are removed', async () => {
  const root = plantTools({ [VITEST]: HANGS })
  const started = start(root, TEST, { args: ['unit'], env: environment(root) })
  const pids = await untilPidsAreWritten(root)
  started.process.kill('SIGTERM')
  const { code } = await started.ended
  expect(code).toBe(128 + 15)
  await expect.poll(() => pids.some(lives), SOON).toBe(false)
  expect(readdirSync(path.join(root, 'tmp'))).toEqual(['.keep'])
})

test('a killed command takes the runner with all its processes down', async () => {
  const root = plantTools({ [VITEST]: HANGS })
  const started = start(root, TEST, { args: ['unit'], env: environment(root) })
  const pids = await untilPidsAreWritten(root)
  started.process.kill('SIGKILL')
  await expect.poll(() => pids.some(lives), SOON).toBe(false)
})

test('processes that a runner leaves behind are ended', async () => {
  const { root, stdout } = await runTests(['unit'], { [VITEST]: LEAVES })
  expect(lastLine(stdout)).toBe('1 passed, 0 failed')
  expect(readPids(root).some(lives)).toBe(false)
})

/** Only root can mount, and not in every container. */
function canMount(): boolean {
  const folder = mkdtempSync(path.join(tmpdir(), 'script-writer-test-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

test.skipIf(!canMount())('a disk that a runner leaves mounted is unmounted', async () => {
  const mounts = 'mkdir -p "$TMPDIR/a test/disk" && mount -t tmpfs tmpfs "$TMPDIR/a test/disk"'
  const { root, stdout } = await runTests(['unit'], {
    [VITEST]: vitest({ passed: 1 }, 0, 0, `${mounts} || exit 3`),
  })
  expect(lastLine(stdout)).toBe('1 passed, 0 failed')
  expect(readdirSync(path.join(root, 'tmp'))).toEqual(['.keep'])
})
