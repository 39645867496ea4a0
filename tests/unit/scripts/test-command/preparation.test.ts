import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, plant, run } from '../planted-project.ts'
import { environment, lastLine, plantTools, TEST, VITEST, vitest } from './fake-tools.ts'

test('a suite that cannot start counts as one failure, and the totals still come last', async () => {
  const root = plantTools({})
  const env = { ...environment(root), CHROMIUM_PATH: '/nowhere/chromium' }
  const { code, stdout, stderr } = await run(root, TEST, { args: ['unit', 'browser'], env })
  expect(stderr).toBe('CHROMIUM_PATH is /nowhere/chromium, which is not an executable file\n')
  expect(lastLine(stdout)).toBe('3 passed, 1 failed')
  expect(code).toBe(1)
})

/** The command as a user who is not root and lacks LibreOffice. */
function asNormalUser(root: string, args: string[]) {
  plant(root, { 'not-root.cjs': 'process.getuid = () => 1000\n' })
  rmSync(path.join(root, 'bin/soffice'))
  return run(root, TEST, {
    args,
    nodeArgs: ['--require', path.join(root, 'not-root.cjs')],
    env: { ...environment(root), PATH: path.join(root, 'bin') },
  })
}

test('a suite that only root can prepare is skipped with all its tests when everything runs', async () => {
  const lists = `[ "$1" = list ] && echo '[{ "name": "one" }, { "name": "two" }]' && exit`
  const files = { [VITEST]: vitest({ passed: 3 }, 0, 0, lists) }
  const { code, stdout } = await asNormalUser(plantTools(files), [])
  expect(stdout).toContain(
    'documents is skipped. Documents cannot be read back: install libreoffice-writer-nogui. Root can: apt-get install libreoffice-writer-nogui\n',
  )
  expect(stdout).toMatch(/\ndocuments +\d+\.\d {2}0 passed, 0 failed, 2 skipped\n/)
  expect(lastLine(stdout)).toBe('20 passed, 0 failed, 2 skipped')
  expect(code).toBe(0)
})

test('the same suite fails when it was asked for by name', async () => {
  const { code, stdout, stderr } = await asNormalUser(plantTools({}), ['documents'])
  expect(stderr).toMatch(/^Documents cannot be read back: /)
  expect(lastLine(stdout)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})

test('a failed install prints one line, and the totals still come last', async () => {
  const root = plantTools({ 'npm/npm-cli.js': 'process.exit(1)' })
  rmSync(path.join(root, 'node_modules'), { recursive: true })
  const { code, stdout, stderr } = await run(root, TEST, { env: environment(root) })
  expect(stderr).toBe(
    'Installing packages failed: it printed nothing (to see everything: npm ci)\n',
  )
  expect(lastLine(stdout)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})

test('the web app is built before the browser tests when it is stale', async () => {
  const root = plantTools({})
  rmSync(path.join(root, 'dist/web/.built'))
  await run(root, TEST, { args: ['browser'], env: environment(root) })
  expect(calls(root)).toEqual(['vite build', expect.stringContaining('playwright test')])
})
