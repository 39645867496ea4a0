import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  calls,
  type Files,
  installed,
  plantFolder,
  plantProject,
  run,
  scriptOf,
} from './planted-project.ts'

const START = 'scripts/start.js'

const { needsInstall } = await scriptOf<{ needsInstall: (root: string) => boolean }>(
  'steps/install.js',
)

const lock = (packages: Record<string, unknown>) => ({
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
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

test('of two commands at once, one installs and the other waits, and the lock of a command that was killed is taken over', async () => {
  const { pid } = spawnSync('true')
  const root = plantProject({
    '.installing': String(pid),
    'install.js': `
      import { installIfNeeded } from './scripts/steps/install.js'
      await installIfNeeded(process.cwd())`,
  })
  const outcomes = await Promise.all([run(root, 'install.js'), run(root, 'install.js')])
  expect(calls(root)).toEqual(['npm ci'])
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0])
  expect(readdirSync(root)).not.toContain('.installing')
  const installs = outcomes.filter(({ stdout }) => stdout.includes('Installing packages ...'))
  expect(installs.map(({ stdout }) => stdout)).toEqual([
    expect.stringMatching(/(?:^|\n)Installing packages \.\.\.\nInstalling .* done in \d+\.\d s\n/),
  ])
})

test('a native package for this machine that npm left out is reported', async () => {
  const root = plantProject({ ...lock({ 'node_modules/native': native }), ...installed })
  const { code, stderr } = await run(root, START)
  expect(calls(root)).toContain('npm ci')
  expect(stderr).toMatch(/^Installing packages failed: npm left out node_modules\/native; .*\n$/)
  expect(code).toBe(1)
})

test("npm gets no flags of the npm that started us and chooses packages for the project's Node; when it fails, one line says why", async () => {
  const root = plantProject({
    'npm/npm-cli.js': `
      import { writeFileSync } from 'node:fs'
      const given = Object.keys(process.env).filter((name) => /^npm_config_/i.test(name))
      writeFileSync('seen', [...given, process.argv.includes('--include=dev'), process.version].join(' '))
      process.stderr.write('npm warn EBADENGINE Unsupported engine\\n')
      process.stderr.write('npm error code ENOTFOUND\\nnpm error syscall getaddrinfo\\n')
      process.stderr.write('npm error network request to the registry failed\\n')
      process.stderr.write('npm error A complete log of this run can be found in: /tmp/x\\n')
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
  const { code, stderr } = await run(root, START, { env: { ...without, ...disturbing, ...kept } })
  // npm sees the version of the project's Node, not of the Node that it runs on.
  expect(readFileSync(path.join(root, 'seen'), 'utf8')).toBe('npm_config_registry true v24.0.0')
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

test('npm is the one that started us, or else the one on the PATH', async () => {
  const { npmCommand } = await scriptOf<{ npmCommand: () => string[] }>('steps/install.js')
  const bin = plantFolder({ npm: '#!/bin/sh\n' })
  onTestFinished(() => void vi.unstubAllEnvs())
  const commandWith = (npm: string | undefined, folders: string) => {
    vi.stubEnv('npm_execpath', npm)
    vi.stubEnv('npm_node_execpath', '/its/node')
    vi.stubEnv('PATH', folders)
    return npmCommand()
  }
  expect(commandWith('/its/npm-cli.js', bin)).toEqual(['/its/node', '/its/npm-cli.js'])
  // Another package manager sets the same variable.
  expect(commandWith('/its/pnpm.cjs', bin)).toEqual([path.join(bin, 'npm')])
  expect(() => commandWith(undefined, plantFolder({}))).toThrow(
    'npm is not on the PATH: install Node.js 18 or newer together with npm',
  )
})
