import { join } from 'node:path'
import { Stop } from '../processes/stop.js'
import { buildIfStale } from '../steps/build.js'
import { root } from '../steps/project.js'
import {
  ensureChromium,
  ensureDocumentTools,
  prepareBrowser,
  tryPrograms,
} from '../steps/programs.js'
import { hasLongForm } from './rounds.js'

const tool = (path, ...args) => [join(root, 'node_modules', path), ...args]

const check = (name, ...command) => ({ name, lane: 'checks', command })

const vitest = (project) => ({
  name: project,
  runner: 'vitest',
  command: tool('vitest/vitest.mjs', 'run', '--project', project),
})

const playwright = (name, ...args) => ({
  name,
  lane: 'browser',
  runner: 'playwright',
  command: tool('@playwright/test/cli.js', 'test', ...args),
  prepare: () => prepareBrowser(root),
})

/**
 * In the order of the report. A check is one result; a runner reports its tests.
 *
 * - `lane`: suites of different lanes run side by side, those of one lane one after another
 * - `slow`: left out of `npm run check`
 * - `onlyLong`: part of `npm run test:long` only
 * - `prepare`: installs and builds what it needs, and returns environment variables for it
 */
const suites = [
  check('format', ...tool('@biomejs/biome/bin/biome', 'format', '.')),
  // Checks the types too, which the linter needs anyway.
  check(
    'lint',
    ...tool('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'),
  ),
  check('imports', join(root, 'scripts/check-imports.ts')),
  check('schema', join(root, 'scripts/check-schema.ts')),
  check('dead-code', ...tool('knip/bin/knip.js')),
  { ...check('size', ...tool('size-limit/bin.js')), prepare: () => buildIfStale(root) },
  vitest('unit'),
  {
    ...vitest('integration'),
    // Without pgbouncer the tests of poolers are skipped; the tests of PDF need pdftotext.
    prepare: () =>
      tryPrograms(root, { pgbouncer: '/usr/sbin/pgbouncer', 'poppler-utils': 'pdftotext' }),
  },
  // Mostly waits for leases and restarts, so it runs beside the others.
  {
    ...vitest('faults'),
    lane: 'short',
    slow: true,
    prepare: async () => {
      await buildIfStale(root)
      return { CHROMIUM_PATH: await ensureChromium(root) }
    },
  },
  { ...vitest('documents'), lane: 'short', slow: true, prepare: () => ensureDocumentTools(root) },
  { ...playwright('browser'), slow: true },
  { ...playwright('accessibility', '--config', 'tests/accessibility'), onlyLong: true },
]

/** npm swallows the `--`, so the first option or path also starts the runner's own arguments. */
const isForRunner = (word) => word.startsWith('-') || /[./]/.test(word)

function choose(names, isLong) {
  if (isLong) {
    const long = suites.filter(({ name, onlyLong }) => onlyLong || hasLongForm(name))
    const all = long.map(({ name }) => name)
    const short = names.find((name) => !all.includes(name))
    if (short) throw new Stop(`${short} has no long form; ${all.join(', ')} have one`)
    return long.filter(({ name }) => names.length === 0 || names.includes(name))
  }
  return suites.filter(({ name, slow, onlyLong }) => {
    if (names.includes(name)) return true
    return !onlyLong && (names.length === 0 || (names.includes('check') && !slow))
  })
}

/** Reads `[long] [suite ...] [-- arguments for the runner]`. */
export function readArguments(words) {
  const end = words.findIndex(isForRunner)
  const names = end === -1 ? words : words.slice(0, end)
  const extra = (end === -1 ? [] : words.slice(end)).filter((word, at) => at > 0 || word !== '--')
  const known = ['check', 'long', ...suites.map(({ name }) => name)]
  const unknown = names.find((name) => !known.includes(name))
  if (unknown) throw new Stop(`There is no suite ${unknown}; there are: ${known.join(', ')}`)
  const isLong = names.includes('long')
  const chosen = choose(
    names.filter((name) => name !== 'long'),
    isLong,
  )
  if (extra.length > 0 && chosen.length !== 1) {
    throw new Stop(`Arguments for the runner (${extra.join(' ')}) need exactly one suite`)
  }
  return { chosen, extra, isLong, isEverything: names.length === 0 }
}
