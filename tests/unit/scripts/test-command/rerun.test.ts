import { expect, test } from 'vitest'
import { calls } from '../planted-project.ts'
import {
  BIOME,
  lastLine,
  PLAYWRIGHT,
  playwright,
  playwrightAfter,
  runTests,
  tool,
  UNEXPECTED,
  VITEST,
  vitest,
  waitsFor,
} from './fake-tools.ts'

test('tests that failed run once more when everything has ended, and count as passed if they pass then', async () => {
  const { root, code, stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: vitest({ passed: 1, failed: 2 }, 1, 0),
    // Makes the browser lane end last.
    ...playwrightAfter(
      waitsFor('playwright-runs', 'calls'),
      playwright.replace(`test('expected', 4000)`, UNEXPECTED).replace('line: 7', 'line: 9'),
    ),
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
  ['a runner that crashed', ['unit'], '#!/bin/sh\nexit 3', '0 passed, 1 failed'],
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
