import { expect, test } from 'vitest'
import { calls, installed, plantProject, run } from '../planted-project.ts'
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

/** What these arguments mean, one after another in one process. */
const READ_EACH = `
  import { readArguments } from './scripts/suites/arguments.js'
  const read = (words) => {
    try {
      const { chosen, extra, isLong } = readArguments(words)
      return { chosen: chosen.map(({ name }) => name).join(' '), extra: extra.join(' '), isLong }
    } catch (error) {
      return String(error)
    }
  }
  process.stdout.write(JSON.stringify(JSON.parse(process.argv[2]).map(read)))`

test('names choose suites, and what follows them is for the runner of exactly one', async () => {
  const meanings = {
    faults: { chosen: 'faults', extra: '', isLong: false },
    // Everything but faults, documents and browser.
    check: {
      chosen: 'format lint imports dead-code size unit integration',
      extra: '',
      isLong: false,
    },
    'long faults': { chosen: 'faults', extra: '', isLong: true },
    'long lint':
      'Stop: lint has no long form; unit, integration, faults, documents, browser have one',
    'unit -t name': { chosen: 'unit', extra: '-t name', isLong: false },
    'unit tests/unit/a.test.ts': { chosen: 'unit', extra: 'tests/unit/a.test.ts', isLong: false },
    'unit faults -t name': 'Stop: Arguments for the runner (-t name) need exactly one suite',
  }
  const root = plantProject({ ...installed, 'read-each.js': READ_EACH })
  const words = Object.keys(meanings).map((line) => line.split(' '))
  const { stdout } = await run(root, 'read-each.js', { args: [JSON.stringify(words)] })
  const read = JSON.parse(stdout) as unknown[]
  expect(Object.fromEntries(Object.keys(meanings).map((line, n) => [line, read[n]]))).toEqual(
    meanings,
  )
})

test('a suite runs alone when it is named, with the arguments after the name', async () => {
  const { root, stdout } = await runTests(['unit', '--', '-t', 'name'])
  expect(calls(root)).toEqual([
    'vitest run --project unit --reporter=default --reporter=json -t name rounds undefined',
  ])
  expect(lastLine(stdout)).toBe('3 passed, 0 failed')
})

test('an unknown name is reported in one line that lists the known ones', async () => {
  const { code, stdout, stderr } = await runTests(['units'])
  expect(stderr).toBe(
    'There is no suite units; there are: check, long, format, lint, imports, dead-code, size, unit, integration, faults, documents, browser\n',
  )
  expect(stdout).toBe('')
  expect(code).toBe(1)
})
