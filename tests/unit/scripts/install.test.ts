import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  calls,
  type Files,
  installed,
  plant,
  plantFolder,
  plantProject,
  repository,
  run,
} from './planted-project.ts'

const START = 'scripts/start.js'

/** Plain JavaScript without types. Runs in this process, because starting one per case was slow. */
const { needsInstall } = (await import(path.join(repository, 'scripts/steps/install.js'))) as {
  needsInstall: (root: string) => boolean
}

const lock = (packages: Record<string, unknown>) => ({
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
})

const readText = (root: string, name: string) => readFileSync(path.join(root, name), 'utf8')

test('the packages are installed when there are none', async () => {
  const root = plantProject()
  const { code, stdout } = await run(root, START)
  expect(calls(root)).toContain('npm ci')
  expect(stdout).toMatch(
    /^Installing packages \.\.\.\nInstalling packages \.\.\. done in \d+\.\d s\n/,
  )
  expect(code).toBe(0)
})

test('nothing is installed or printed when all packages are there', async () => {
  const root = plantProject(installed)
  const { stdout } = await run(root, START)
  expect(calls(root)).not.toContain('npm ci')
  expect(stdout).not.toContain('Installing')
})

const hono = { version: '1.0.0', integrity: 'a' }
const native = { optional: true, os: [process.platform], cpu: [process.arch] }
const another = (entry: object) => lock({ 'node_modules/native': { ...native, ...entry } })

/** A project where this version of a package is installed, and another one may be locked. */
const withHono = (locked: object) => ({
  ...lock({ 'node_modules/hono': locked }),
  'node_modules/.package-lock.json': JSON.stringify({ packages: { 'node_modules/hono': hono } }),
  'node_modules/hono/index.js': '',
})

test.for<[expected: boolean, what: string, files: Files, gone?: string]>([
  [true, 'after an interrupted install', {}, 'node_modules/.package-lock.json'],
  [true, "when the project's Node is missing", {}, 'node_modules/node/bin/node'],
  [true, 'when it does not run here', { 'node_modules/node/bin/node': '#!/nowhere/sh\n' }],
  [true, 'when another version is locked', withHono({ ...hono, version: '2.0.0' })],
  [true, 'when other contents are locked', withHono({ ...hono, integrity: 'b' })],
  [true, 'when a locked package is missing', lock({ 'node_modules/hono': {} })],
  [false, 'when what is locked is there', withHono(hono)],
  [false, 'for another system', another({ os: ['plan9'] })],
  [false, 'for another processor', another({ cpu: ['pdp11'] })],
  [false, 'for another C library', another({ libc: ['newlib'] })],
  [false, 'for an optional package', lock({ 'node_modules/native': { optional: true } })],
])('an install is needed (%s) %s', ([expected, , files, gone]) => {
  const root = plantProject({ ...installed, ...files })
  if (gone) rmSync(path.join(root, gone))
  // Only touched: times say nothing.
  else utimesSync(path.join(root, 'node_modules/.package-lock.json'), 1000, 1000)
  expect(needsInstall(root)).toBe(expected)
})

test('of two commands at once, one installs and the other waits for it', async () => {
  const root = plantProject({
    'install.js': `
      import { installIfNeeded } from './scripts/steps/install.js'
      await installIfNeeded(process.cwd())`,
  })
  const outcomes = await Promise.all([run(root, 'install.js'), run(root, 'install.js')])
  expect(calls(root).filter((call) => call === 'npm ci')).toHaveLength(1)
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
  expect(existsSync(path.join(root, '.installing'))).toBe(false)
})

test('the lock of a command that was killed is taken over', async () => {
  const { pid } = spawnSync('true')
  const root = plantProject({ '.installing': String(pid) })
  const { code } = await run(root, START)
  expect(calls(root)).toContain('npm ci')
  expect(code).toBe(0)
})

test('a native package for this machine that npm left out is reported', async () => {
  const root = plantProject({ ...lock({ 'node_modules/native': native }), ...installed })
  const { code, stderr } = await run(root, START)
  expect(calls(root)).toContain('npm ci')
  expect(stderr).toMatch(/^Installing packages failed: npm left out node_modules\/native; .*\n$/)
  expect(code).toBe(1)
})

test('a development package is required by the tests but not by the server', async () => {
  const root = plantProject({ ...lock({ 'node_modules/vitest': { dev: true } }), ...installed })
  await run(root, START)
  expect(calls(root)).not.toContain('npm ci')
  await run(root, 'scripts/test.js', { args: ['unit'] })
  expect(calls(root)).toContain('npm ci')
})

test("the npm that installs gets no flags of the npm that started us, and chooses packages for the project's Node", async () => {
  const root = plantProject()
  plant(root, {
    'npm/npm-cli.js': `
      import { writeFileSync } from 'node:fs'
      const given = Object.keys(process.env).filter((name) => /^npm_config_/i.test(name))
      writeFileSync('seen', [...given, process.argv.includes('--include=dev'), process.version].join(' '))
      process.exit(1)`,
  })
  const disturbing = {
    npm_config_dry_run: 'true',
    npm_config_omit: 'dev',
    NPM_CONFIG_GLOBAL: 'true',
  }
  const kept = { npm_config_registry: 'http://127.0.0.1:1' }
  const outer = Object.keys(process.env).filter((name) => /^npm_config_/i.test(name))
  const without = Object.fromEntries(outer.map((name) => [name, undefined]))
  await run(root, START, { env: { ...without, ...disturbing, ...kept } })
  // npm sees the version of the project's Node, not of the Node that it runs on.
  expect(readText(root, 'seen')).toBe('npm_config_registry true v24.0.0')
})

test("a failed install prints one line with npm's error, and nothing else", async () => {
  const root = plantProject()
  plant(root, {
    'npm/npm-cli.js': `
      process.stderr.write('npm warn EBADENGINE Unsupported engine\\n')
      process.stderr.write('npm error code ENOTFOUND\\nnpm error syscall getaddrinfo\\n')
      process.stderr.write('npm error network request to the registry failed\\n')
      process.stderr.write('npm error A complete log of this run can be found in: /tmp/x\\n')
      process.exit(1)`,
  })
  const { code, stderr } = await run(root, START)
  expect(stderr).toBe(
    'Installing packages failed: network request to the registry failed (to see everything: npm ci)\n',
  )
  expect(code).toBe(1)
})

test('a lock file that does not match package.json prints one line with the error of the real npm', async () => {
  const root = plantProject({
    'package.json': JSON.stringify({ dependencies: { node: '24.0.0' }, type: 'module' }),
  })
  const { code, stderr } = await run(root, START, { env: { npm_execpath: undefined } })
  expect(stderr).toMatch(/^Installing packages failed: `npm ci` can only install .* in sync.*\n$/)
  expect(code).toBe(1)
})

test('a different package manager that started us is not mistaken for npm', async () => {
  const root = plantProject()
  plant(root, {
    'npm/pnpm.cjs': `require('node:fs').writeFileSync('calls', 'pnpm')`,
    'bin/npm': '#!/bin/sh\necho "npm on the PATH" > calls\nexit 1\n',
  })
  const env = { npm_execpath: path.join(root, 'npm/pnpm.cjs'), PATH: path.join(root, 'bin') }
  await run(root, START, { env })
  expect(calls(root)).toEqual(['npm on the PATH'])
})

test('a missing npm is reported in one line', async () => {
  const root = plantProject()
  const env = { npm_execpath: undefined, PATH: plantFolder({}) }
  const { code, stderr } = await run(root, START, { env })
  expect(stderr).toBe('npm is not on the PATH: install Node.js 18 or newer together with npm\n')
  expect(code).toBe(1)
})
