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
export const tool = (name: string, code = 0) => `#!/bin/sh
  echo "${name}\${*:+ $*}" >> calls
  echo '${name} runs'
  exit ${code}`

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

/** What Vitest reports of tests that all have this status. */
const results = (count: number, status: string, duration: number) =>
  Array.from({ length: count }, (_, n) => ({
    fullName: `${status} test ${n}`,
    status,
    duration: duration + n,
    ...(status === 'failed' && {
      failureMessages: [`\u001b[31mexpected 1\u001b[39m\n\n${'to be 2\n'.repeat(20)}`],
    }),
  }))

/**
 * A test runner that runs the `first` lines and reports these tests. In a rerun, where no report is
 * requested, it exits with `codeOfRerun`.
 */
export const vitest = (
  { passed = 0, failed = 0, skipped = 0, broken = 0, unhandled = 0, duration = 10 }: Report,
  code = failed || broken ? 1 : 0,
  codeOfRerun = code,
  first = '',
) => {
  const report = {
    testResults: [
      {
        name: '$PWD/tests/some.test.ts',
        status: 'passed',
        assertionResults: [
          ...results(passed, 'passed', duration),
          ...results(failed, 'failed', duration),
          ...results(skipped, 'pending', duration),
        ],
      },
      ...Array.from({ length: broken }, () => ({
        name: '$PWD/tests/broken.test.ts',
        status: 'failed',
        message: 'no such file',
        assertionResults: [],
      })),
    ],
  }
  const strays = JSON.stringify(Array.from({ length: unhandled }, () => 'a stray error'))
  return `#!/bin/sh
${first}
for arg; do
  case "$arg" in
    --outputFile.json=*) report=\${arg#*=} ;;
    *unhandled-errors.js) ;;
    *) args="$args $arg" ;;
  esac
done
echo "vitest$args rounds \${TEST_ROUNDS-undefined}" >> calls
echo 'vitest runs'
[ "$report" ] || exit ${codeOfRerun}
${unhandled > 0 ? `echo '${strays}' > "$UNHANDLED_ERRORS"` : ''}
IFS= read -r json <<END
${JSON.stringify(report)}
END
printf '%s' "$json" > "$report"
exit ${code}`
}

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

/** The programs that suites look for before they run, and the one that would install what is missing. */
const planted = Object.fromEntries(
  ['chromium', 'pdftotext', 'soffice', 'apt-get'].map((name) => [`bin/${name}`, '#!/bin/sh\n']),
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

/** Lines of a shell script that wait until the other runner's file exists. */
export const waitsFor = (own: string, other: string) => `
  : > ${own}
  tries=0
  until [ -e ${other} ]; do
    tries=$((tries + 1))
    [ $tries -gt 3000 ] && exit 3
    sleep 0.01
  done`

/** Playwright, after lines of a shell script. */
export const playwrightAfter = (first: string, runner = playwright): Files => ({
  [PLAYWRIGHT]: `#!/bin/sh\n${first}\nexec node_modules/node/bin/node playwright.js "$@"`,
  'playwright.js': runner,
})
