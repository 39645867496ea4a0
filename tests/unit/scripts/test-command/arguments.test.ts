import { expect, test } from 'vitest'
import { calls } from '../planted-project.ts'
import { lastLine, runTests } from './fake-tools.ts'

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
  expect(stdout).toMatch(/\nfaults +kill -9 during generations +2 +50\n/)
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
