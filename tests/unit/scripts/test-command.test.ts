import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  calls,
  type Files,
  installed,
  lives,
  type Outcome,
  plant,
  plantProject,
  run,
  start,
} from './planted-project.ts'

const SOON = { timeout: 30_000 }
const TEST = 'scripts/test.js'

/** A tool that logs its arguments and exits with this code. */
const tool = (name: string, code = 0) => `
  import { appendFileSync } from 'node:fs'
  appendFileSync('calls', ['${name}', ...process.argv.slice(2)].join(' ') + '\\n')
  process.stdout.write('${name} runs\\n')
  process.exit(${code})`

type Report = {
  passed?: number
  failed?: number
  skipped?: number
  broken?: number
  /** Errors that belong to no test. */
  unhandled?: number
  /** How long each test took, in milliseconds. */
  duration?: number
}

/** A test runner that reports these tests. Run once more, without a report, it exits with the last code. */
const vitest = (
  { passed = 0, failed = 0, skipped = 0, broken = 0, unhandled = 0, duration = 10 }: Report,
  code = failed || broken ? 1 : 0,
  codeOfRerun = code,
) => `
  import { appendFileSync, writeFileSync } from 'node:fs'
  const [report] = process.argv.filter((arg) => arg.startsWith('--outputFile.json='))
  const args = process.argv.slice(2).filter((arg) => arg !== report && !arg.endsWith('unhandled-errors.js'))
  appendFileSync('calls', 'vitest ' + args.join(' ') + ' rounds ' + process.env.TEST_ROUNDS + '\\n')
  process.stdout.write('vitest runs\\n')
  if (!report) process.exit(${codeOfRerun})
  if (${unhandled}) writeFileSync(process.env.UNHANDLED_ERRORS, JSON.stringify(Array(${unhandled}).fill('a stray error')))
  const tests = (count, status) => Array.from({ length: count }, (_, n) => (
    { fullName: status + ' test ' + n, status, duration: ${duration} + n, ...(status === 'failed' && {
      failureMessages: ['\\u001b[31mexpected 1\\u001b[39m\\n\\n' + 'to be 2\\n'.repeat(20)],
    }) }))
  writeFileSync(report.slice(report.indexOf('=') + 1), JSON.stringify({
    testResults: [
      {
        name: process.cwd() + '/tests/some.test.ts',
        status: 'passed',
        assertionResults: [
          ...tests(${passed}, 'passed'), ...tests(${failed}, 'failed'), ...tests(${skipped}, 'pending'),
        ],
      },
      ...Array(${broken}).fill({
        name: process.cwd() + '/tests/broken.test.ts', status: 'failed', message: 'no such file', assertionResults: [],
      }),
    ],
  }))
  process.exit(${code})`

/** Two specs of three tests each, one of them retried, in a file with a describe block. */
const playwright = `
  import { appendFileSync, writeFileSync } from 'node:fs'
  const target = process.argv.slice(3).find((arg) => !arg.startsWith('--')) ?? ''
  appendFileSync('calls', 'playwright ' + process.argv[2] + (target && ' ' + target) + ' with ' + process.env.CHROMIUM_PATH + '\\n')
  process.stdout.write('playwright runs')
  const test = (status, ...durations) => ({ status, results: durations.map((duration) => ({ duration })) })
  if (target) process.exit(target.endsWith(':9') ? 0 : 1)
  const spec = (title, ...tests) => ({ title, file: 'some.spec.ts', line: 7, tests })
  const file = {
    title: 'some.spec.ts', file: 'some.spec.ts',
    specs: [spec('outside', test('expected', 1), test('expected', 1), test('flaky', 3000, 3000))],
    suites: [{ title: 'inside', file: 'some.spec.ts', specs: [
      spec('a block', test('expected', 1), test('expected', 1), test('expected', 4000)),
    ] }],
  }
  writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME, JSON.stringify({ suites: [file], errors: [] }))`

/** A test of Playwright that failed. */
const UNEXPECTED = `{ status: 'unexpected', results: [{ duration: 9, error: { message: 'hidden' } }] }`

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

const tools: Files = {
  ...installed,
  'dist/web/.built': '',
  [BIOME]: tool('biome'),
  'node_modules/oxlint/bin/oxlint': tool('oxlint'),
  'node_modules/knip/bin/knip.js': tool('knip'),
  'node_modules/size-limit/bin.js': tool('size-limit'),
  [VITEST]: vitest({ passed: 3 }),
  [PLAYWRIGHT]: playwright,
}

/** Runs the command in a project where all tools are fakes. */
async function runTests(args: string[], files: Files = {}): Promise<Outcome & { root: string }> {
  const root = plantTools(files)
  return { root, ...(await run(root, TEST, { args, env: environment(root) })) }
}

/** The programs that suites look for before they run. */
const planted = Object.fromEntries(
  ['chromium', 'pdftotext', 'soffice'].map((name) => [`bin/${name}`, '#!/bin/sh\n']),
)

function plantTools(files: Files): string {
  const root = plantProject({ ...tools, 'tmp/.keep': '', ...planted, ...files })
  plant(root, { 'scripts/check-imports.ts': tool('imports') })
  return root
}

const environment = (root: string) => ({
  TMPDIR: path.join(root, 'tmp'),
  PATH: `${path.join(root, 'bin')}:${process.env['PATH']}`,
  CHROMIUM_PATH: path.join(root, 'bin/chromium'),
  TEST_ROUNDS: undefined,
})

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

test('without names everything runs, and the report ends with a table and the totals', async () => {
  const { root, code, stdout } = await runTests([])
  expect(calls(root).toSorted()).toEqual(
    [
      'biome format .',
      'oxlint --type-aware --type-check --deny-warnings .',
      'imports',
      'knip',
      'size-limit',
      'vitest run --project unit --reporter=default --reporter=json rounds undefined',
      'vitest run --project integration --reporter=default --reporter=json rounds undefined',
      'vitest run --project documents --reporter=default --reporter=json rounds undefined',
      'vitest run --project faults --reporter=default --reporter=json rounds undefined',
      `playwright test with ${path.join(root, 'bin/chromium')}`,
    ].toSorted(),
  )
  const names = stdout
    .slice(stdout.lastIndexOf('suite '))
    .split('\n')
    .map((line) => line.split(' ')[0])
  expect(names.slice(0, 11)).toEqual([
    'suite',
    'format',
    'lint',
    'imports',
    'dead-code',
    'size',
    'unit',
    'integration',
    'documents',
    'faults',
    'browser',
  ])
  expect(stdout).toMatch(/\nbrowser +\d+\.\d {2}6 passed, 0 failed\n\n23 passed, 0 failed\n$/)
  expect(code).toBe(0)
  // Suites of two lanes ran, so each line of a runner names its suite, the unfinished last one too.
  expect(stdout).toContain('unit        | vitest runs\n')
  expect(stdout).toContain('browser     | playwright runs\n')
  // The reports of the runners are not left behind.
  expect(readdirSync(path.join(root, 'tmp'))).toEqual(['.keep'])
})

/** A runner that waits until the file of the other one is there. */
const waitsFor = (own: string, other: string, runner: string) => `
  import { existsSync, writeFileSync as write } from 'node:fs'
  write('${own}', '')
  const began = Date.now()
  while (!existsSync('${other}') && Date.now() - began < 30_000) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  if (!existsSync('${other}')) process.exit(3)
  ${runner}`

test('the browser runs beside the other suites', async () => {
  const { stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: waitsFor('vitest-runs', 'playwright-runs', vitest({ passed: 3 })),
    [PLAYWRIGHT]: waitsFor('playwright-runs', 'vitest-runs', playwright),
  })
  expect(lastLine(stdout)).toBe('9 passed, 0 failed')
})

test('the other lanes yield to the longest', async () => {
  const tells = `
    import { getPriority } from 'node:os'
    process.stdout.write('priority ' + getPriority() + '\\n')`
  const { stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: tells + vitest({ passed: 3 }),
    [PLAYWRIGHT]: tells + playwright,
  })
  expect(stdout).toContain(`browser     | priority ${getPriority()}\n`)
  expect(stdout).toContain(`unit        | priority ${Math.min(getPriority() + 5, 19)}\n`)
})

test('the other suites start while the web app is built for the browser', async () => {
  const node = 'node_modules/node/bin/node'
  const waits = 'while [ ! -e calls ] || ! grep -q vitest calls; do sleep 0.01; done'
  const root = plantTools({
    [node]: installed[node]?.replace('*/vite.js)', `*/vite.js) ${waits};`) ?? '',
  })
  rmSync(path.join(root, 'dist/web/.built'))
  const { stdout } = await run(root, TEST, { args: ['unit', 'browser'], env: environment(root) })
  expect(calls(root)).toContain('vite build')
  expect(lastLine(stdout)).toBe('9 passed, 0 failed')
})

test('suites of one lane run one after another, with their output as it is', async () => {
  const alone = `
    import { existsSync, rmSync, writeFileSync as write } from 'node:fs'
    if (existsSync('running')) process.exit(3)
    write('running', '')
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.on('exit', () => rmSync('running'))
    ${vitest({ passed: 3 })}`
  const { stdout } = await runTests(['unit', 'documents'], { [VITEST]: alone })
  expect(lastLine(stdout)).toBe('6 passed, 0 failed')
  expect(stdout).toContain('\nunit\nvitest runs\n')
})

test('tests over 5 s are listed, the slowest first', async () => {
  const { stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: vitest({ passed: 1, duration: 12_340 }),
  })
  expect(stdout).toContain(`
Tests over 5.0 s: 2
    12 s  tests/some.test.ts  passed test 0
   6.0 s  tests/browser/some.spec.ts  outside

suite `)
})

test('of many slow tests the slowest 15 are listed', async () => {
  const { stdout } = await runTests(['unit'], {
    [VITEST]: vitest({ passed: 20, duration: 12_340 }),
  })
  expect(stdout).toContain('\nTests over 5.0 s: 20, the slowest 15:\n    12 s  tests/some.test.ts')
  expect(stdout.match(/^ +12 s .*$/gm)).toHaveLength(15)
  expect(stdout).toContain('passed test 5\n\nsuite ')
})

test('what failed stands before the totals, with the first lines of each error', async () => {
  const { stdout } = await runTests(['format', 'unit', 'browser'], {
    [BIOME]: tool('biome', 1),
    [VITEST]: vitest({ passed: 1, failed: 1, broken: 1 }),
    [PLAYWRIGHT]: playwright.replace(`test('expected', 4000)`, UNEXPECTED),
  })
  const toBe = '    to be 2\n'.repeat(7)
  expect(stdout.slice(stdout.indexOf('\nFailed:'))).toBe(`
Failed:
tests/some.test.ts  failed test 0
    expected 1
${toBe}tests/browser/some.spec.ts  inside a block
    hidden
format
    biome runs
tests/broken.test.ts
    no such file

6 passed, 4 failed
`)
})

test('tests that failed run once more when everything has ended, and count as passed if they pass then', async () => {
  const { root, code, stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: vitest({ passed: 1, failed: 2 }, 1, 0),
    [PLAYWRIGHT]: `await new Promise((resolve) => setTimeout(resolve, 500))
      ${playwright.replace(`test('expected', 4000)`, UNEXPECTED).replace('line: 7', 'line: 9')}`,
  })
  expect(calls(root).slice(2)).toEqual([
    'vitest run --project unit tests/some.test.ts rounds undefined',
    expect.stringMatching(/^playwright test tests\/browser\/some\.spec\.ts:9 with/),
  ])
  expect(stdout).toContain('\nRunning 3 failed tests once more, alone\n')
  expect(stdout).toMatch(/\nunit +\d+\.\d {2}3 passed, 0 failed\nbrowser +\d+\.\d {2}6 passed, 0/)
  const toBe = '    to be 2\n'.repeat(7)
  expect(stdout.slice(stdout.indexOf('\nFailed once'))).toBe(`
Failed once, passed when run again:
tests/some.test.ts  failed test 0
    expected 1
${toBe}tests/some.test.ts  failed test 1
    expected 1
${toBe}tests/browser/some.spec.ts  inside a block
    hidden

9 passed, 0 failed
`)
  expect(stdout).not.toContain('\nFailed:')
  expect(code).toBe(0)
})

test('what fails again has failed, beside what passes', async () => {
  const { code, stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: vitest({ passed: 1, failed: 1 }),
    [PLAYWRIGHT]: playwright
      .replace(`test('expected', 4000)`, UNEXPECTED)
      .replace('line: 7', 'line: 9'),
  })
  expect(stdout).toMatch(
    /\nFailed once, passed when run again:\ntests\/browser\/some\.spec\.ts {2}inside a block\n {4}hidden\n\nFailed:\ntests\/some\.test\.ts {2}failed test 0\n/,
  )
  expect(lastLine(stdout)).toBe('7 passed, 1 failed')
  expect(code).toBe(1)
})

test.for([
  ['more than five tests', ['unit'], vitest({ failed: 6 }, 1, 0), '0 passed, 6 failed'],
  ['a file that could not be loaded', ['unit'], vitest({ broken: 1 }, 1, 0), '0 passed, 1 failed'],
  ['a runner that crashed', ['unit'], 'process.exit(3)', '0 passed, 1 failed'],
  ['the long form', ['long', 'unit'], vitest({ failed: 1 }, 1, 0), '0 passed, 1 failed'],
  [
    'a file that was named',
    ['unit', 'tests/a.ts'],
    vitest({ failed: 1 }, 1, 0),
    '0 passed, 1 failed',
  ],
] as const)('%s: nothing is run again', async ([, args, runner, totals]) => {
  const { root, code, stdout } = await runTests([...args], { [VITEST]: runner })
  expect(calls(root).filter((call) => call.includes('vitest')).length).toBeLessThanOrEqual(1)
  expect(stdout).not.toContain('once')
  expect(lastLine(stdout)).toBe(totals)
  expect(code).toBe(1)
})

test('a failed check and an error outside of all tests fail the run, whatever passes when run again', async () => {
  const { root, code, stdout } = await runTests(['format', 'unit'], {
    [BIOME]: tool('biome', 1),
    [VITEST]: vitest({ passed: 1, failed: 1, unhandled: 1 }, 1, 0),
  })
  expect(calls(root).filter((call) => call.startsWith('biome'))).toHaveLength(1)
  expect(stdout).toContain(
    '\nFailed once, passed when run again:\ntests/some.test.ts  failed test 0\n',
  )
  expect(stdout).toMatch(
    /\nFailed:\nformat\n {4}biome runs\nan error outside of all tests\n {4}a stray error\n\n2 passed, 2 failed\n$/,
  )
  expect(code).toBe(1)
})

test('every suite over its budget is listed', async () => {
  const root = plantTools({})
  const suites = path.join(root, 'scripts/suites/suites.js')
  const text = readFileSync(suites, 'utf8')
  writeFileSync(suites, text.replace(/(vitest\('unit'\), budget: )\d+/, '$10.001'))
  const { stdout } = await run(root, TEST, {
    args: ['unit', 'integration'],
    env: environment(root),
  })
  expect(stdout).toMatch(
    /Suites over their time budget:\nunit took \d\.\d s, its budget is 0\.001 s\n\n6 passed, 0 failed\n$/,
  )
})

test('long runs the suites that have a long form, and first says what they cover', async () => {
  const { root, stdout } = await runTests(['long'])
  // The lanes may begin in any order.
  expect(calls(root).toSorted()).toEqual([
    expect.stringMatching(/^playwright test /),
    ...['documents', 'faults', 'integration', 'unit'].map(
      (name) => `vitest run --project ${name} --reporter=default --reporter=json rounds long`,
    ),
  ])
  expect(stdout).toMatch(/^suite +what +short +long\nunit +\S.*\d+ +\d+\n/)
  expect(stdout).toMatch(/\nfaults +kill -9 during generations +4 +50\n/)
  expect(lastLine(stdout)).toBe('18 passed, 0 failed')
})

test('long runs one suite when it is named too, and only one that has a long form', async () => {
  const one = await runTests(['long', 'faults'])
  expect(calls(one.root)).toEqual([expect.stringContaining('--project faults')])
  expect(one.stdout).not.toContain('unit')
  const none = await runTests(['long', 'lint'])
  expect(none.stderr).toBe(
    'lint has no long form; unit, integration, documents, faults, browser have one\n',
  )
  expect(none.code).toBe(1)
})

test('check means everything but documents, faults and browser', async () => {
  const { root, stdout } = await runTests(['check'])
  expect(lastLine(stdout)).toBe('11 passed, 0 failed')
  expect(calls(root).join()).not.toMatch(/documents|faults|playwright/)
})

test('a suite runs alone when it is named', async () => {
  const { root, stdout } = await runTests(['faults'])
  expect(calls(root)).toEqual([
    'vitest run --project faults --reporter=default --reporter=json rounds undefined',
  ])
  expect(lastLine(stdout)).toBe('3 passed, 0 failed')
})

test('an unknown name is reported in one line that lists the known ones', async () => {
  const { code, stdout, stderr } = await runTests(['units'])
  expect(stderr).toBe(
    'There is no suite units; there are: check, long, format, lint, imports, dead-code, size, unit, integration, documents, faults, browser\n',
  )
  expect(stdout).toBe('')
  expect(code).toBe(1)
})

test.for([
  [['unit', '--', '-t', 'name'], '-t name'],
  [['unit', '-t', 'name'], '-t name'],
  [['unit', 'tests/unit/a.test.ts'], 'tests/unit/a.test.ts'],
] as const)('the arguments %j pass the rest on to the runner', async ([args, passedOn]) => {
  const { root } = await runTests([...args])
  expect(calls(root)).toEqual([expect.stringContaining(`--reporter=json ${passedOn} rounds`)])
})

test('arguments for the runner need exactly one suite', async () => {
  const { code, stderr } = await runTests(['unit', 'faults', '-t', 'name'])
  expect(stderr).toBe('Arguments for the runner (-t name) need exactly one suite\n')
  expect(code).toBe(1)
})

test('a check that fails shows its output and fails the run, and the others still run', async () => {
  const { root, code, stdout } = await runTests(['check'], { [BIOME]: tool('biome', 1) })
  expect(stdout).toContain('biome runs')
  expect(stdout).not.toContain('oxlint runs')
  expect(calls(root).join()).toContain('--project integration')
  expect(lastLine(stdout)).toBe('10 passed, 1 failed')
  expect(code).toBe(1)
})

test.for([
  ['failed tests', vitest({ passed: 2, failed: 1 }), '2 passed, 1 failed'],
  ['skipped tests', vitest({ passed: 2, skipped: 4 }), '2 passed, 0 failed, 4 skipped'],
  ['files that could not be loaded', vitest({ passed: 2, broken: 2 }), '2 passed, 2 failed'],
  ['a failure without a failed test', vitest({ passed: 2 }, 1), '2 passed, 1 failed'],
  ['a run of nothing', vitest({}), '0 passed, 1 failed'],
  ['a crash', 'process.exit(3)', '0 passed, 1 failed'],
] as const)('%s: the totals count it', async ([, runner, totals]) => {
  const { code, stdout } = await runTests(['unit'], { [VITEST]: runner })
  expect(lastLine(stdout)).toBe(totals)
  expect(code).toBe(totals.includes(' 0 failed') ? 0 : 1)
})

test.for([
  ['a run of nothing', vitest({}), 'No test passed.'],
  ['a crash', 'process.exit(3)', 'The runner exited with 3.'],
] as const)('%s: what failed names the suite', async ([, runner, error]) => {
  const { stdout } = await runTests(['unit'], { [VITEST]: runner })
  expect(stdout).toContain(`\nFailed:\nunit\n    ${error}\n\n`)
})

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
  const listed = `
    if (process.argv[2] === 'list') {
      process.stdout.write(JSON.stringify([{ name: 'one' }, { name: 'two' }]))
      process.exit(0)
    }
    ${vitest({ passed: 3 })}`
  const { code, stdout } = await asNormalUser(plantTools({ [VITEST]: listed }), [])
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

/** A runner that starts a child and never exits. */
const HANGS = `
  import { spawn } from 'node:child_process'
  import { writeFileSync } from 'node:fs'
  const child = spawn('sleep', ['600'])
  setInterval(() => {}, 1000)
  writeFileSync('pid', process.pid + ' ' + child.pid)`

/** A runner that exits but leaves a child behind. */
const LEAVES = `${vitest({ passed: 1 }).replace('process.exit(0)', '')}
  import { spawn } from 'node:child_process'
  const child = spawn('sleep', ['600'], { stdio: 'inherit' })
  child.unref()
  writeFileSync('pid', String(child.pid))`

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
