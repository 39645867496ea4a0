import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, installed, plant, plantProject, run } from './planted-project.ts'

const START = 'scripts/start.js'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

function setTime(root: string, name: string, time: Date): void {
  utimesSync(path.join(root, name), time, time)
}

/** A project where nothing has changed since the web app was built. */
function plantBuilt(): string {
  const root = plantProject({
    ...installed,
    'web/pages/home.tsx': '',
    'web/pages/old.tsx': '',
    'contract/limits.ts': '',
    'screenplay/model/parse.ts': '',
    'vite.config.ts': '',
    'dist/web/.built': '',
  })
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    setTime(root, name, hoursAgo(2))
  }
  setTime(root, 'dist/web/.built', hoursAgo(1))
  return root
}

function change(root: string, name: string): void {
  setTime(root, name, new Date())
}

test('the web app is built when there is no build', async () => {
  const root = plantProject(installed)
  const { code, stdout } = await run(root, START)
  expect(calls(root)).toEqual(['vite build'])
  expect(stdout).toMatch(/^Building the web app \.\.\.\nBuilding the web app \.\.\. done in /)
  expect(code).toBe(0)
})

test('nothing is built or printed when nothing changed', async () => {
  const root = plantBuilt()
  const { stdout } = await run(root, START)
  expect(calls(root)).toEqual([])
  expect(stdout).toBe('')
})

/** Builds each of these projects if it is stale. */
const BUILD_EACH = `
  import { buildIfStale } from './scripts/steps/build.js'
  for (const root of process.argv.slice(2)) await buildIfStale(root)`

test('the web app is built again when a source is newer or deleted, or the packages changed', async () => {
  const sources = ['web/pages/home.tsx', 'contract/limits.ts', 'screenplay/model/parse.ts']
  const newer = [...sources, 'vite.config.ts', 'package-lock.json'].map((source) => {
    const root = plantBuilt()
    change(root, source)
    return { what: source, root }
  })
  const deleted = plantBuilt()
  rmSync(path.join(deleted, 'web/pages/old.tsx'))
  const all = [...newer, { what: 'a deleted source', root: deleted }]
  // All in one process, because starting one takes longer than the check.
  const builder = plantProject({ ...installed, 'build-each.js': BUILD_EACH })
  await run(builder, 'build-each.js', { args: all.map(({ root }) => root) })
  expect(all.map(({ what, root }) => [what, ...calls(root)])).toEqual(
    all.map(({ what }) => [what, 'vite build']),
  )
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

test('an interrupted build does not count as a build', async () => {
  const root = plantBuilt()
  change(root, 'web/pages/home.tsx')
  plant(root, {
    'node_modules/node/bin/node': '#!/bin/sh\ncase "$1" in */vite.js) exit 1 ;; esac\n',
  })
  await run(root, START)
  expect(() => statSync(path.join(root, 'dist/web/.built'))).toThrow('ENOENT')
})

test('a failed build prints one line with the error and its position', async () => {
  const root = plantProject(installed)
  const output = [
    'vite v8 building client environment for production...',
    'error during build:',
    'Build failed with 1 error:',
    '\u001b[31m[UNRESOLVED_IMPORT] \u001b[0mCould not resolve x',
    '    \u001b[38;5;246m╭─[\u001b[0m web/app/main.tsx:11:8 \u001b[38;5;246m]\u001b[0m',
  ].join('\n')
  plant(root, {
    output: output,
    'node_modules/node/bin/node':
      '#!/bin/sh\ncase "$1" in */vite.js) cat output >&2; exit 1 ;; esac\n',
  })
  const { code, stderr } = await run(root, START)
  expect(stderr).toBe(
    'Building the web app failed: [UNRESOLVED_IMPORT] Could not resolve x at web/app/main.tsx:11:8 (to see everything: npm run build)\n',
  )
  expect(code).toBe(1)
})

test('a build that leaves no stamp counts as failed', async () => {
  const root = plantProject(installed)
  plant(root, { 'node_modules/node/bin/node': '#!/bin/sh\nexit 0\n' })
  const { code, stderr } = await run(root, START)
  expect(stderr).toBe('Building the web app failed: it wrote no dist/web/.built\n')
  expect(code).toBe(1)
})
