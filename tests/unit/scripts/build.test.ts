import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  calls,
  installed,
  plant,
  plantFolder,
  plantProject,
  run,
  scriptOf,
} from './planted-project.ts'

const START = 'scripts/start.js'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

function setTime(root: string, name: string, time: Date): void {
  utimesSync(path.join(root, name), time, time)
}

const change = (root: string, name: string) => setTime(root, name, new Date())
const remove = (root: string, name: string) => rmSync(path.join(root, name))

test.for<[stale: boolean, what: string, happen?: (root: string) => void]>([
  [false, 'nothing changed'],
  [true, 'a page changed', (root) => change(root, 'web/pages/home.tsx')],
  [true, 'the contract changed', (root) => change(root, 'contract/limits.ts')],
  [true, 'the screenplay changed', (root) => change(root, 'screenplay/model/parse.ts')],
  [true, 'the configuration changed', (root) => change(root, 'vite.config.ts')],
  [true, 'the packages changed', (root) => change(root, 'package-lock.json')],
  [true, 'a source is deleted', (root) => remove(root, 'web/pages/old.tsx')],
  [true, 'there is no build', (root) => remove(root, 'dist/web/.built')],
])('a build is needed (%s) when %s', async ([expected, , happen]) => {
  const root = plantFolder({
    'web/pages/home.tsx': '',
    'web/pages/old.tsx': '',
    'contract/limits.ts': '',
    'screenplay/model/parse.ts': '',
    'vite.config.ts': '',
    'package-lock.json': '',
    'dist/web/.built': '',
  })
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    setTime(root, name, hoursAgo(2))
  }
  setTime(root, 'dist/web/.built', hoursAgo(1))
  happen?.(root)
  const { needsBuild } = await scriptOf<{ needsBuild: (root: string) => boolean }>('steps/build.js')
  expect(needsBuild(root)).toBe(expected)
})

test('the web app is built when there is no build, and the next start prints nothing', async () => {
  const packages = { 'node_modules/absent': { dev: true } }
  const root = plantProject({
    ...installed,
    // The server does not need what only the tests need.
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
  })
  const first = await run(root, START)
  expect(first.stdout).toMatch(/^Building the web app \.\.\.\nBuilding the web app \.\.\. done in /)
  expect(first.code).toBe(0)
  const second = await run(root, START)
  expect(second).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(calls(root)).toEqual(['vite build'])
})

test('a source that changes during the build is newer than the build', async () => {
  const root = plantProject(installed)
  const began = Date.now()
  plant(root, {
    'node_modules/node/bin/node': `#!/bin/sh
      case "$1" in */vite.js) : > web/index.html; : > dist/web/.built ;; esac`,
  })
  await run(root, START)
  const built = statSync(path.join(root, 'dist/web/.built')).mtimeMs
  expect(built).toBeGreaterThanOrEqual(began - 1)
  expect(statSync(path.join(root, 'web/index.html')).mtimeMs).toBeGreaterThan(built)
})

test('a failed build prints one line with the error and its position, and does not count as a build', async () => {
  const output = [
    'vite v8 building client environment for production...',
    'error during build:',
    'Build failed with 1 error:',
    '\u001b[31m[UNRESOLVED_IMPORT] \u001b[0mCould not resolve x',
    '    \u001b[38;5;246m╭─[\u001b[0m web/app/main.tsx:11:8 \u001b[38;5;246m]\u001b[0m',
  ].join('\n')
  const root = plantProject({
    ...installed,
    output,
    'dist/web/.built': '',
    'node_modules/node/bin/node':
      '#!/bin/sh\ncase "$1" in */vite.js) cat output >&2; exit 1 ;; esac\n',
  })
  setTime(root, 'dist/web/.built', hoursAgo(1))
  const { code, stderr } = await run(root, START)
  expect(stderr).toBe(
    'Building the web app failed: [UNRESOLVED_IMPORT] Could not resolve x at web/app/main.tsx:11:8 (to see everything: npm run build)\n',
  )
  expect(code).toBe(1)
  expect(() => statSync(path.join(root, 'dist/web/.built'))).toThrow('ENOENT')
})

test('a build that leaves no stamp counts as failed', async () => {
  const root = plantProject(installed)
  plant(root, { 'node_modules/node/bin/node': '#!/bin/sh\nexit 0\n' })
  const { code, stderr } = await run(root, START)
  expect(stderr).toBe('Building the web app failed: it wrote no dist/web/.built\n')
  expect(code).toBe(1)
})
