import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, run } from '../planted-project.ts'
import {
  BIOME,
  environment,
  lastLine,
  PLAYWRIGHT,
  plantTools,
  playwright,
  runTests,
  TEST,
  tool,
  UNEXPECTED,
  VITEST,
  vitest,
} from './fake-tools.ts'

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
    'faults',
    'documents',
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

/** A runner for each suite of Vitest. */
const runnersOf = (runners: Record<string, string>) => ({
  [VITEST]: '#!/bin/sh\nexec /bin/sh runner-of-$3 "$@"',
  ...Object.fromEntries(
    Object.entries(runners).map(([suite, runner]) => [`runner-of-${suite}`, runner]),
  ),
})

test('failed tests, files that could not be loaded and a failure without a failed test are counted', async () => {
  const { code, stdout } = await runTests(
    ['unit', 'documents', 'faults'],
    runnersOf({
      unit: vitest({ passed: 2, failed: 1 }),
      documents: vitest({ passed: 2, broken: 2 }),
      faults: vitest({ passed: 2 }, 1),
    }),
  )
  expect(stdout).toMatch(/\nunit +\S+ {2}2 passed, 1 failed\n/)
  expect(stdout).toMatch(/\ndocuments +\S+ {2}2 passed, 2 failed\n/)
  expect(stdout).toMatch(/\nfaults +\S+ {2}2 passed, 1 failed\n/)
  expect(lastLine(stdout)).toBe('6 passed, 4 failed')
  expect(code).toBe(1)
})

test('a run of nothing and a crash are failures of the suite', async () => {
  const { code, stdout } = await runTests(
    ['unit', 'documents'],
    runnersOf({ unit: vitest({}), documents: '#!/bin/sh\nexit 3' }),
  )
  expect(stdout).toContain(
    '\nFailed:\nunit\n    No test passed.\ndocuments\n    The runner exited with 3.\n\n',
  )
  expect(lastLine(stdout)).toBe('0 passed, 2 failed')
  expect(code).toBe(1)
})

test('skipped tests are counted, and fail nothing', async () => {
  const { code, stdout } = await runTests(['unit'], {
    [VITEST]: vitest({ passed: 2, skipped: 4 }),
  })
  expect(lastLine(stdout)).toBe('2 passed, 0 failed, 4 skipped')
  expect(code).toBe(0)
})
