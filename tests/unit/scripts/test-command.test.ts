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

/** A runner that logs its call, runs the `first` lines and writes a report, or none. */
const runner = (name: string, report: Report | undefined, code = 0, first = '') => {
  const { tests = [], broken = [] } = report ?? {}
  const json = JSON.stringify({ tests, broken })
  return `#!/bin/sh
    for arg; do case "$arg" in --reporter=*) ;; *) args="$args $arg" ;; esac; done
    echo "${name}$args, rounds \${TEST_ROUNDS-undefined}" >> calls
    printf '${name} runs'
    ${first}
    ${report ? `printf '%s' '${json}' > "$TEST_REPORT"` : ''}
    exit ${code}`
}

const vitest = (report?: Report, code = 0, first = '') => runner('vitest', report, code, first)

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
    [PLAYWRIGHT]: runner('playwright', { tests: passed(6) }),
    'tmp/.keep': '',
    // What suites look for before they run, and what would install what is missing.
    ...Object.fromEntries(
      ['chromium', 'pdftotext', 'soffice', 'apt-get'].map((name) => [`bin/${name}`, '#!/bin/sh\n']),
    ),
    ...files,
  })
  plant(root, { 'scripts/check-imports.ts': tool('imports') })
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

/** Lines of a shell script that wait until the other runner's file exists. */
const waitsFor = (own: string, other: string) => `
  : > ${own}
  tries=0
  until [ -e ${other} ]; do
    tries=$((tries + 1))
    [ $tries -gt 3000 ] && exit 3
    sleep 0.01
  done`

test('without names everything runs, and the report ends with a table and the totals', async () => {
  const { root, code, stdout } = await runTests([])
  expect(calls(root).toSorted()).toEqual(
    [
      'biome format .',
      'oxlint --type-aware --type-check --deny-warnings .',
      'imports',
      'knip',
      'size-limit',
      ...['unit', 'integration', 'documents', 'faults'].map(
        (name) => `vitest run --project ${name}, rounds undefined`,
      ),
      'playwright test, rounds undefined',
    ].toSorted(),
  )
  const table = stdout.slice(stdout.lastIndexOf('suite ')).split('\n')
  expect(table.map((line) => line.split(' ')[0]).slice(0, 11)).toEqual(
    'suite format lint imports dead-code size unit integration faults documents browser'.split(' '),
  )
  expect(stdout).toMatch(/\nbrowser +\d+\.\d {2}6 passed, 0 failed\n\n23 passed, 0 failed\n$/)
  expect(code).toBe(0)
  // Suites of several lanes ran, so each line of a runner names its suite, the unfinished last one too.
  expect(stdout).toContain('unit | vitest runs\n')
  expect(readdirSync(path.join(root, 'tmp')), 'the reports are removed').toEqual(['.keep'])
})

test('what was flaky and what failed stand before the totals, with the first lines of each error', async () => {
  const error = `\u001b[31mexpected 1\u001b[39m\n\n${'to be 2\n'.repeat(20)}`
  const { code, stdout } = await runTests(['format', 'unit'], {
    [BIOME]: tool('biome', 1),
    [VITEST]: vitest({
      tests: [
        {
          file: 'tests/a.test.ts',
          status: 'passed',
          title: 'now and then',
          isFlaky: true,
          error: 'too late',
        },
        { file: 'tests/b.test.ts', status: 'failed', title: 'never', error },
        { status: 'skipped' },
      ],
      broken: [{ file: 'an error outside of all tests', error: 'a stray error' }],
    }),
  })
  expect(stdout.slice(stdout.indexOf('\nFlaky'))).toBe(`
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
  expect(code).toBe(1)
})

test('a check that fails shows its output and fails the run, and the others still run', async () => {
  const { root, code, stdout } = await runTests(['format', 'lint', 'integration'], {
    [BIOME]: tool('biome', 1),
  })
  expect(stdout).toContain('biome runs')
  expect(stdout).not.toContain('oxlint runs')
  expect(calls(root).join()).toContain('--project integration')
  expect(lastLine(stdout)).toBe('4 passed, 1 failed')
  expect(code).toBe(1)
})

test.for([
  ['a run of no test', vitest({}), 'No test passed.'],
  ['a run of skipped tests', vitest({ tests: [{ status: 'skipped' }] }), 'No test passed.'],
  ['a crash', vitest(undefined, 3), 'The runner exited with 3.'],
  ['a failure without a failed test', vitest({ tests: passed(2) }, 1), 'The runner exited with 1.'],
] as const)('%s is one failure of the suite', async ([, runs, error]) => {
  const { code, stdout } = await runTests(['unit'], { [VITEST]: runs })
  expect(stdout).toContain(`\nFailed:\nunit\n    ${error}\n\n`)
  expect(lastLine(stdout)).toMatch(/^\d passed, 1 failed/)
  expect(code).toBe(1)
})

describe('arguments', () => {
  /** What these arguments mean, one after another in one process. */
  const READ_EACH = `
    import { readArguments } from './scripts/suites/suites.js'
    const read = (words) => {
      try {
        const { chosen, extra, isLong } = readArguments(words)
        return [isLong ? 'long' : 'short', ...chosen.map(({ name }) => name), '|', ...extra].join(' ')
      } catch (error) {
        return String(error)
      }
    }
    process.stdout.write(JSON.stringify(JSON.parse(process.argv[2]).map(read)))`

  test('names choose suites, and what follows them is for the runner of exactly one', async () => {
    const meanings = {
      faults: 'short faults |',
      check: 'short format lint imports dead-code size unit integration |',
      long: 'long unit integration faults documents browser accessibility |',
      'long faults': 'long faults |',
      'long lint':
        'Stop: lint has no long form; unit, integration, faults, documents, browser, accessibility have one',
      'unit -t name': 'short unit | -t name',
      'unit tests/unit/a.test.ts': 'short unit | tests/unit/a.test.ts',
      'unit faults -t name': 'Stop: Arguments for the runner (-t name) need exactly one suite',
      units: expect.stringMatching(
        /^Stop: There is no suite units; there are: check, long, format,/,
      ),
    }
    const root = plantProject({ ...installed, 'read-each.js': READ_EACH })
    const words = Object.keys(meanings).map((line) => line.split(' '))
    const { stdout } = await run(root, 'read-each.js', { args: [JSON.stringify(words)] })
    expect(JSON.parse(stdout)).toEqual(Object.values(meanings))
  })

  test('the long form runs more rounds, and first says how many', async () => {
    const { root, stdout } = await runTests(['long', 'faults', 'accessibility'])
    expect(calls(root).toSorted()).toEqual([
      'playwright test --config tests/accessibility, rounds long',
      'vitest run --project faults, rounds long',
    ])
    expect(stdout).toMatch(/^suite +what +short +long\nfaults +\S.*\d+ +\d+\n/)
  })

  test('what follows -- goes to the runner, whose output is shown as it is', async () => {
    const { root, stdout } = await runTests(['unit', '--', '-t', 'name'])
    expect(calls(root)).toEqual(['vitest run --project unit -t name, rounds undefined'])
    expect(stdout).toMatch(/^vitest runs\n/)
  })
})

describe('lanes', () => {
  test('checks run beside the tests', async () => {
    const { stdout } = await runTests(['format', 'unit'], {
      [BIOME]: `#!/bin/sh\n${waitsFor('biome-runs', 'vitest-runs')}`,
      [VITEST]: vitest({ tests: passed(3) }, 0, waitsFor('vitest-runs', 'biome-runs')),
    })
    expect(lastLine(stdout)).toBe('4 passed, 0 failed')
  })

  test('the browser runs beside the other suites', async () => {
    const first = waitsFor('playwright-runs', 'vitest-runs')
    const { stdout } = await runTests(['unit', 'browser'], {
      [VITEST]: vitest({ tests: passed(3) }, 0, waitsFor('vitest-runs', 'playwright-runs')),
      [PLAYWRIGHT]: runner('playwright', { tests: passed(6) }, 0, first),
    })
    expect(lastLine(stdout)).toBe('9 passed, 0 failed')
  })

  test('suites of one lane run one after another', async () => {
    const alone = `
      [ -e running ] && exit 3
      : > running
      sleep 0.05
      rm running`
    const { stdout } = await runTests(['unit', 'integration'], {
      [VITEST]: vitest({ tests: passed(3) }, 0, alone),
    })
    expect(lastLine(stdout)).toBe('6 passed, 0 failed')
  })
})

describe('preparation', () => {
  test('a suite that cannot start counts as one failure, and the totals still come last', async () => {
    const root = plantTools()
    const env = { ...environment(root), CHROMIUM_PATH: '/nowhere/chromium' }
    const { code, stdout, stderr } = await run(root, TEST, { args: ['unit', 'browser'], env })
    expect(stderr).toBe('CHROMIUM_PATH is /nowhere/chromium, which is not an executable file\n')
    expect(lastLine(stdout)).toBe('3 passed, 1 failed')
    expect(code).toBe(1)
  })

  test('a suite that only root can prepare is skipped when everything runs, and fails by name', async () => {
    const root = plantTools({ 'not-root.cjs': 'process.getuid = () => 1000\n' })
    rmSync(path.join(root, 'bin/soffice'))
    const asUser = (args: string[]) =>
      run(root, TEST, {
        args,
        nodeArgs: ['--require', path.join(root, 'not-root.cjs')],
        env: { ...environment(root), PATH: path.join(root, 'bin') },
      })
    const everything = await asUser([])
    expect(everything.stdout).toContain(
      'documents is skipped. Documents cannot be read back: install libreoffice-writer-nogui. Root can: apt-get install libreoffice-writer-nogui\n',
    )
    expect(lastLine(everything.stdout)).toBe('20 passed, 0 failed, 1 skipped')
    expect(everything.code).toBe(0)

    const named = await asUser(['documents'])
    expect(named.stderr).toMatch(/^Documents cannot be read back: /)
    expect(lastLine(named.stdout)).toBe('0 passed, 1 failed')
    expect(named.code).toBe(1)
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
    const root = plantTools()
    rmSync(path.join(root, 'dist/web/.built'))
    await run(root, TEST, { args: ['browser'], env: environment(root) })
    expect(calls(root)).toEqual(['vite build', expect.stringContaining('playwright test')])
  })
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
    const leaves = vitest({ tests: passed(1) }, 0, 'sleep 600 & printf %s $! > pid')
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
      [VITEST]: vitest({ tests: passed(1) }, 0, `${mounts} || exit 3`),
    })
    expect(lastLine(stdout)).toBe('1 passed, 0 failed')
    expect(readdirSync(path.join(root, 'tmp'))).toEqual(['.keep'])
  })
})

describe('reports of the real runners', () => {
  const TESTS = `
    let tries = 0
    test('passes', () => {})
    test('fails', () => { throw new Error('expected') })
    test('is flaky', () => { tries += 1; if (tries === 1) throw new Error('too late') })
    test.skip('is skipped', () => {})`

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
        'a.test.js': `describe('a', () => {${TESTS}})`,
        'b.test.js': `import './missing.js'`,
        'c.test.js': `afterAll(() => { throw new Error('a hook') }); test('c', () => {})`,
        'd.test.js': `test('d', () => { setTimeout(() => { throw new Error('a stray error') }); return new Promise((done) => setTimeout(done, 50)) })`,
      },
      [
        VITEST,
        'run',
        '--globals',
        '--retry=1',
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

  test('Playwright names tests, flaky ones and files that cannot be loaded', async () => {
    const reporter = `--reporter=${path.join(repository, 'scripts/suites/playwright-report.js')}`
    const flaky = TESTS.replace('() => { tries', '({}, { retry }) => { tries').replace(
      'tries === 1',
      'retry === 0',
    )
    const imports = `import { test } from '@playwright/test'\n`
    const { tests } = await reportOf(
      { 'a.spec.js': `${imports}test.describe('a', () => {${flaky}})` },
      [PLAYWRIGHT, 'test', '--retries=1', reporter],
    )
    expect(tests.map(brief)).toEqual([
      'a passes passed  ',
      'a fails failed  expected',
      'a is flaky passed flaky too late',
      'a is skipped skipped  ',
    ])
    const { broken } = await reportOf({ 'b.spec.js': `${imports}throw new Error('broken')` }, [
      PLAYWRIGHT,
      'test',
      reporter,
    ])
    expect(broken).toContainEqual({ file: 'b.spec.js', error: expect.stringContaining('broken') })
  })
})
