import path from 'node:path'
import {
  type Files,
  installed,
  type Outcome,
  plant,
  plantProject,
  run,
} from '../planted-project.ts'

export const TEST = 'scripts/test.js'

/** A tool that logs its arguments and exits with this code. */
export const tool = (name: string, code = 0) => `
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
export const vitest = (
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
export const playwright = `
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
export const UNEXPECTED = `{ status: 'unexpected', results: [{ duration: 9, error: { message: 'hidden' } }] }`

export const BIOME = 'node_modules/@biomejs/biome/bin/biome'
export const VITEST = 'node_modules/vitest/vitest.mjs'
export const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js'

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
export async function runTests(
  args: string[],
  files: Files = {},
): Promise<Outcome & { root: string }> {
  const root = plantTools(files)
  return { root, ...(await run(root, TEST, { args, env: environment(root) })) }
}

/** The programs that suites look for before they run. */
const planted = Object.fromEntries(
  ['chromium', 'pdftotext', 'soffice'].map((name) => [`bin/${name}`, '#!/bin/sh\n']),
)

export function plantTools(files: Files): string {
  const root = plantProject({ ...tools, 'tmp/.keep': '', ...planted, ...files })
  plant(root, { 'scripts/check-imports.ts': tool('imports') })
  return root
}

export const environment = (root: string) => ({
  TMPDIR: path.join(root, 'tmp'),
  PATH: `${path.join(root, 'bin')}:${process.env['PATH']}`,
  CHROMIUM_PATH: path.join(root, 'bin/chromium'),
  TEST_ROUNDS: undefined,
})

export const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

/** A runner that waits until the file of the other one is there. */
export const waitsFor = (own: string, other: string, runner: string) => `
  import { existsSync, writeFileSync as write } from 'node:fs'
  write('${own}', '')
  const began = Date.now()
  while (!existsSync('${other}') && Date.now() - began < 30_000) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  if (!existsSync('${other}')) process.exit(3)
  ${runner}`
