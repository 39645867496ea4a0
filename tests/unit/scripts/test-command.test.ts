import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import {
  calls,
  type Files,
  installed,
  lives,
  plant,
  plantFolder,
  plantProject,
  repository,
  run,
  scriptOf,
  start,
} from './planted-project.ts'

const TEST = 'scripts/test.js'
const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const VITEST = 'node_modules/vitest/vitest.mjs'
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'
const SOON = { timeout: 30_000 }

/** A tool that logs its arguments and exits with this code. */
const tool = (name: string, code = 0) => `#!/bin/sh
  echo "${name}\${*:+ $*}" >> calls
  echo '${name} runs'
  exit ${code}`

type Test = { file?: string; status: string; title?: string; isFlaky?: boolean; error?: string }
type Report = { tests?: Test[]; broken?: { file: string; error: string }[] }

const passed = (count: number): Test[] =>
  Array.from({ length: count }, () => ({ status: 'passed' }))

/** Lines of a runner that write a report. */
const reports = ({ tests = [], broken = [] }: Report) =>
  `printf '%s' '${JSON.stringify({ tests, broken })}' > "$TEST_REPORT"\n`

/** A runner that logs its call and runs these lines; Vitest's suite is "$3". */
const runner = (name: string, lines: string) => `#!/bin/sh
  for arg; do case "$arg" in --reporter=*) ;; *) args="$args $arg" ;; esac; done
  echo "${name}$args, rounds \${TEST_ROUNDS-undefined}" >> calls
  printf '${name} runs'
  ${lines}`

const vitest = (report: Report, first = '') => runner('vitest', `${first}\n${reports(report)}`)

/** A project where all tools are fakes. */
function plantTools(files: Files = {}): string {
  const root = plantProject({
    ...installed,
    'dist/web/.built': '',
    [BIOME]: tool('biome'),
    'node_modules/oxlint/bin/oxlint': tool('oxlint'),
    'node_modules/knip/bin/knip.js': tool('knip'),
    'node_modules/size-limit/bin.js': tool('size-limit'),
    [VITEST]: vitest({ tests: passed(3) }),
    [PLAYWRIGHT]: runner('playwright', reports({ tests: passed(6) })),
    'tmp/.keep': '',
    // What suites look for before they run, and what would install what is missing.
    ...Object.fromEntries(
      ['chromium', 'pdftotext', 'soffice', 'apt-get'].map((name) => [`bin/${name}`, '#!/bin/sh\n']),
    ),
    ...files,
  })
  plant(root, {
    'scripts/check-imports.ts': tool('imports'),
    'scripts/check-schema.ts': tool('schema'),
  })
  return root
}

const environment = (root: string) => ({
  TMPDIR: path.join(root, 'tmp'),
  PATH: `${path.join(root, 'bin')}:${process.env['PATH']}`,
  CHROMIUM_PATH: path.join(root, 'bin/chromium'),
  TEST_ROUNDS: undefined,
})

async function runTests(args: string[], files?: Files) {
  const root = plantTools(files)
  return { root, ...(await run(root, TEST, { args, env: environment(root) })) }
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

/** A project on a machine where only root could install LibreOffice, and a run there by somebody else. */
function plantWithoutOffice() {
  const root = plantTools({ 'not-root.cjs': 'process.getuid = () => 1000\n' })
  rmSync(path.join(root, 'bin/soffice'))
  const nodeArgs = ['--require', path.join(root, 'not-root.cjs')]
  const env = { ...environment(root), PATH: path.join(root, 'bin') }
  return { root, runAsUser: (args: string[]) => run(root, TEST, { args, nodeArgs, env }) }
}

test('without names everything runs but what only root can prepare, and a table and the totals come last', async () => {
  const { root, runAsUser } = plantWithoutOffice()
  const { code, stdout } = await runAsUser([])
  expect(calls(root).toSorted()).toEqual(
    [
      'biome format .',
      'oxlint --type-aware --type-check --deny-warnings .',
      'imports',
      'schema',
      'knip',
      'size-limit',
      ...['unit', 'integration', 'faults'].map(
        (name) => `vitest run --project ${name}, rounds undefined`,
      ),
      'playwright test, rounds undefined',
    ].toSorted(),
  )
  const table = stdout.slice(stdout.lastIndexOf('suite ')).split('\n')
  expect(table.map((line) => line.split(' ')[0]).slice(0, 12)).toEqual(
    'suite format lint imports schema dead-code size unit integration faults documents browser'.split(
      ' ',
    ),
  )
  expect(stdout).toContain(
    'documents is skipped. Documents cannot be read back: install libreoffice-writer-nogui. Root can: apt-get install libreoffice-writer-nogui\n',
  )
  expect(stdout).toMatch(
    /\nbrowser +\d+\.\d {2}6 passed, 0 failed\n\n21 passed, 0 failed, 1 skipped\n$/,
  )
  expect(code).toBe(0)
  // Suites of several lanes ran, so each line of a runner names its suite, the unfinished last one too.
  expect(stdout).toContain('unit | vitest runs\n')
  expect(readdirSync(path.join(root, 'tmp')), 'the reports are removed').toEqual(['.keep'])
})

test('a suite that is chosen by name fails when only root can prepare it', async () => {
  const { code, stdout, stderr } = await plantWithoutOffice().runAsUser(['documents'])
  expect(stderr).toMatch(/^Documents cannot be read back: /)
  expect(lastLine(stdout)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})

test('what was flaky and what failed stand before the totals, with the first lines of each error', async () => {
  const { summary } = await scriptOf<{
    summary: (results: object[]) => { text: string; failed: number }
  }>('suites/summary.js')
  const error = `\u001b[31mexpected 1\u001b[39m\n\n${'to be 2\n'.repeat(20)}`
  const flaky = { status: 'passed', title: 'now and then', isFlaky: true, error: 'too late' }
  const { text, failed } = summary([
    { name: 'format', took: 1234, tests: [], broken: [{ file: 'format', error: 'biome runs\n' }] },
    {
      name: 'unit',
      took: 20,
      tests: [
        { file: 'tests/a.test.ts', ...flaky },
        { file: 'tests/b.test.ts', status: 'failed', title: 'never', error },
        { status: 'skipped' },
      ],
      broken: [{ file: 'an error outside of all tests', error: 'a stray error' }],
    },
  ])
  expect(text).toBe(`
suite          seconds  result
format             1.2  0 passed, 1 failed
unit               0.0  1 passed, 2 failed, 1 skipped

Flaky: failed once, passed when tried again:
tests/a.test.ts  now and then
    too late

Failed:
tests/b.test.ts  never
    expected 1
${'    to be 2\n'.repeat(7)}format
    biome runs
an error outside of all tests
    a stray error

1 passed, 3 failed, 1 skipped
`)
  expect(failed).toBe(3)
})

test('a check that fails shows its output, a runner without a passed test is one failure, and the others still run', async () => {
  const { code, stdout } = await runTests(['format', 'lint', 'unit', 'integration', 'faults'], {
    [BIOME]: tool('biome', 1),
    [VITEST]: runner(
      'vitest',
      `case "$3" in
        unit) ${reports({ tests: [{ status: 'skipped' }] })} ;;
        integration) exit 3 ;;
        faults) ${reports({ tests: passed(2) })} exit 1 ;;
      esac`,
    ),
  })
  expect(stdout).toMatch(/^biome runs$/m)
  expect(stdout).not.toContain('oxlint runs')
  const failed = [
    'format\n    biome runs',
    'unit\n    No test passed.',
    'integration\n    The runner exited with 3.',
    'faults\n    The runner exited with 1.',
  ]
  expect(stdout).toContain(`\nFailed:\n${failed.join('\n')}\n\n`)
  expect(lastLine(stdout)).toBe('3 passed, 4 failed, 1 skipped')
  expect(code).toBe(1)
})

describe('arguments', () => {
  type Chosen = { chosen: { name: string }[]; extra: string[]; isLong: boolean }
  const read = async (words: string) => {
    const { readArguments } = await scriptOf<{ readArguments: (words: string[]) => Chosen }>(
      'suites/suites.js',
    )
    const { chosen, extra, isLong } = readArguments(words.split(' '))
    return [isLong ? 'long' : 'short', ...chosen.map(({ name }) => name), '|', ...extra].join(' ')
  }

  test.for([
    ['faults', 'short faults |'],
    ['check', 'short format lint imports schema dead-code size unit integration |'],
    ['long', 'long unit integration faults documents browser accessibility |'],
    ['long faults', 'long faults |'],
    ['unit -t name', 'short unit | -t name'],
    ['unit tests/unit/a.test.ts', 'short unit | tests/unit/a.test.ts'],
  ] as const)('%s', async ([words, meaning]) => {
    expect(await read(words)).toBe(meaning)
  })

  test.for([
    [
      'long lint',
      'lint has no long form; unit, integration, faults, documents, browser, accessibility have one',
    ],
    ['unit faults -t name', 'Arguments for the runner (-t name) need exactly one suite'],
    ['units', 'There is no suite units; there are: check, long, format,'],
  ] as const)('%s is refused', async ([words, reason]) => {
    await expect(read(words)).rejects.toThrow(reason)
  })

  test('the long form first says how many rounds it runs; what follows -- goes to the runner, whose output is shown as it is', async () => {
    const { root, stdout } = await runTests(['long', 'faults', '--', '-t', 'name'])
    expect(calls(root)).toEqual(['vitest run --project faults -t name, rounds long'])
    expect(stdout).toMatch(
      /^suite +what +short +long\n(?:faults +\S.*\d+ +\d+\n)+\nvitest runs\n\nsuite /,
    )
  })
})

test('suites of one lane run one after another, those of other lanes beside them, and the browser tests after the build', async () => {
  /** Waits until the other runner's file exists. */
  const waitsFor = (own: string, other: string) => `
    : > ${own}
    tries=0
    until [ -e ${other} ]; do
      tries=$((tries + 1))
      [ $tries -gt 3000 ] && exit 3
      sleep 0.01
    done`
  const alone = `
    [ -e running ] && exit 3
    : > running
    ${waitsFor('vitest-runs', 'playwright-runs')}
    rm running`
  const first = waitsFor('playwright-runs', 'vitest-runs')
  const root = plantTools({
    [BIOME]: `#!/bin/sh\n${waitsFor('biome-runs', 'vitest-runs')}`,
    [VITEST]: vitest({ tests: passed(3) }, alone),
    [PLAYWRIGHT]: runner('playwright', `${first}\n${reports({ tests: passed(6) })}`),
  })
  rmSync(path.join(root, 'dist/web/.built'))
  const args = ['format', 'unit', 'integration', 'browser']
  const { stdout } = await run(root, TEST, { args, env: environment(root) })
  expect(lastLine(stdout)).toBe('13 passed, 0 failed')
  const ran = calls(root).map((call) => call.split(' ')[0])
  expect(ran.filter((name) => name !== 'vitest')).toEqual(['vite', 'playwright'])
})

test('a suite that cannot start counts as one failure, and the totals still come last', async () => {
  const root = plantTools()
  const env = { ...environment(root), CHROMIUM_PATH: '/nowhere/chromium' }
  const { code, stdout, stderr } = await run(root, TEST, { args: ['unit', 'browser'], env })
  expect(stderr).toBe('CHROMIUM_PATH is /nowhere/chromium, which is not an executable file\n')
  expect(lastLine(stdout)).toBe('3 passed, 1 failed')
  expect(code).toBe(1)
})

test('packages for development are needed; a failed install prints one line, and the totals still come last', async () => {
  const packages = { 'node_modules/absent': { dev: true } }
  const root = plantTools({
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }),
    'npm/npm-cli.js': 'process.exit(1)',
  })
  const { code, stdout, stderr } = await run(root, TEST, { env: environment(root) })
  expect(stderr).toBe(
    'Installing packages failed: it printed nothing (to see everything: npm ci)\n',
  )
  expect(lastLine(stdout)).toBe('0 passed, 1 failed')
  expect(code).toBe(1)
})

describe('processes', () => {
  /** A runner that starts a child and never exits. */
  const HANGS = `#!/bin/sh
    sleep 600 &
    echo "$$ $!" > pid
    wait`

  function readPids(root: string): number[] {
    const file = path.join(root, 'pid')
    return existsSync(file) ? readFileSync(file, 'utf8').split(' ').map(Number).filter(Boolean) : []
  }

  test.for(['SIGTERM', 'SIGKILL'] as const)(
    '%s ends the runner with all its processes',
    async (signal) => {
      const root = plantTools({ [VITEST]: HANGS })
      const started = start(root, TEST, { args: ['unit'], env: environment(root) })
      const pids = await vi.waitUntil(() => readPids(root).length > 0 && readPids(root), SOON)
      started.process.kill(signal)
      await expect.poll(() => pids.some(lives), SOON).toBe(false)
      if (signal === 'SIGKILL') return
      expect((await started.ended).code).toBe(128 + 15)
      expect(readdirSync(path.join(root, 'tmp')), 'the reports are removed').toEqual(['.keep'])
    },
  )

  test('processes that a runner leaves behind are ended', async () => {
    const leaves = vitest({ tests: passed(1) }, 'sleep 600 & printf %s $! > pid')
    const { root, stdout } = await runTests(['unit'], { [VITEST]: leaves })
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
      [VITEST]: vitest({ tests: passed(1) }, `${mounts} || exit 3`),
    })
    expect(lastLine(stdout)).toBe('1 passed, 0 failed')
    expect(readdirSync(path.join(root, 'tmp'))).toEqual(['.keep'])
  })
})

describe('reports of the real runners', () => {
  const TESTS = `
    let tries = 0
    test('passes', () => {})
    test.skip('is skipped', () => {})
    test('is flaky', () => { tries += 1; if (tries === 1) throw new Error('too late') })`
  const FAILS = `test('fails', () => { throw new Error('expected') })`

  /** What the reporter writes after the runner has run these files. */
  async function reportOf(files: Files, command: string[]) {
    const root = plantFolder(files)
    symlinkSync(path.join(repository, 'node_modules'), path.join(root, 'node_modules'))
    const env = { TEST_REPORT: path.join(root, 'report.json') }
    const { stdout, stderr } = await run(root, command[0] ?? '', { args: command.slice(1), env })
    const text = existsSync(env.TEST_REPORT) ? readFileSync(env.TEST_REPORT, 'utf8') : ''
    if (!text) throw new Error(`${stdout}${stderr}`)
    return JSON.parse(text) as { tests: Test[]; broken: { file: string; error: string }[] }
  }

  const brief = ({ title, status, isFlaky, error }: Test) =>
    [title, status, isFlaky ? 'flaky' : '', /expected|too late/.exec(error ?? '')?.[0] ?? ''].join(
      ' ',
    )

  test('Vitest names tests, flaky ones, files that cannot be loaded, failed hooks and stray errors', async () => {
    const { tests, broken } = await reportOf(
      {
        'a.test.js': `describe('a', () => {${TESTS}\n${FAILS}})`,
        'b.test.js': `import './missing.js'`,
        'c.test.js': `afterAll(() => { throw new Error('a hook') }); test('c', () => {})`,
        'd.test.js': `test('d', () => { setTimeout(() => { throw new Error('a stray error') }); return new Promise((done) => setTimeout(done, 50)) })`,
      },
      [
        VITEST,
        'run',
        '--globals',
        '--retry=1',
        '--no-isolate',
        '--maxWorkers=1',
        `--reporter=${path.join(repository, 'scripts/suites/vitest-report.js')}`,
      ],
    )
    expect(tests.map(brief).toSorted()).toEqual([
      'a > fails failed  expected',
      'a > is flaky passed flaky too late',
      'a > is skipped skipped  ',
      'a > passes passed  ',
      'c passed  ',
      'd passed  ',
    ])
    expect(broken.map(({ file }) => file).toSorted()).toEqual([
      'an error outside of all tests',
      'b.test.js',
      'c.test.js',
    ])
    expect(broken.map(({ error }) => error).join()).toMatch(/a stray error/)
  })

  test('Playwright names tests, flaky ones and errors outside of all tests', async () => {
    const flaky = TESTS.replace('() => { tries', '({}, { retry }) => { tries').replace(
      'tries === 1',
      'retry === 0',
    )
    // After a failure a process is started anew, so only the flaky test is tried again.
    const retried = `test.describe('a', () => { test.describe.configure({ retries: 1 }); ${flaky} })`
    const { tests, broken } = await reportOf(
      {
        'a.spec.js': `import { test } from '@playwright/test'\n${retried}\n${FAILS}`,
        'b.js': `export default () => { throw new Error('broken') }`,
        'playwright.config.js': `export default { globalTeardown: './b.js' }`,
      },
      [
        PLAYWRIGHT,
        'test',
        `--reporter=${path.join(repository, 'scripts/suites/playwright-report.js')}`,
      ],
    )
    expect(tests.map(brief)).toEqual([
      'a passes passed  ',
      'a is skipped skipped  ',
      'a is flaky passed flaky too late',
      'fails failed  expected',
    ])
    // A file that cannot be loaded is reported the same way.
    expect(broken).toEqual([{ file: 'b.js', error: expect.stringContaining('broken') }])
  })
})
