import { join } from 'node:path'
import { prepareBrowser } from '../steps/browser.js'
import { buildIfStale } from '../steps/build.js'
import { ensureChromium } from '../steps/chromium.js'
import { tryPrograms } from '../steps/debian-packages.js'
import { ensureDocumentTools } from '../steps/document-tools.js'
import { root } from '../steps/project.js'

const tool = (path, ...args) => [join(root, 'node_modules', path), ...args]

const vitest = (project) => ({
  name: project,
  runner: 'vitest',
  command: tool('vitest/vitest.mjs', 'run', '--project', project),
  list: tool('vitest/vitest.mjs', 'list', '--json', '--project', project),
})

/**
 * In the order of the report. A check is one result; a runner reports how many tests it ran.
 *
 * - `lane`: suites of different lanes run side by side, those of one lane one after another. Two that keep the
 *   cores busy are enough: a third only adds contention, which costs processor time. The short lane ends long
 *   before the others
 * - `budget`: seconds the suite may take on a quiet machine with 2 cores, beside the other lanes of `npm test`
 * - `slow`: left out of `npm run check`
 * - `env`: variables for its commands
 */
export const suites = [
  { name: 'format', budget: 13, checks: () => [tool('@biomejs/biome/bin/biome', 'format', '.')] },
  {
    name: 'lint',
    budget: 60,
    // The type checker is short-lived: collecting its garbage would take a quarter of the processor time.
    env: { GOGC: 'off', GOMEMLIMIT: '3GiB' },
    // Checks the types too: the linter needs them anyway, and a separate compiler run would repeat the work.
    checks: () => [
      tool('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', '.'),
    ],
  },
  { name: 'imports', budget: 24, checks: () => [[join(root, 'scripts/check-imports.ts')]] },
  { name: 'dead-code', budget: 24, checks: () => [tool('knip/bin/knip.js')] },
  {
    name: 'size',
    budget: 5,
    prepare: () => buildIfStale(root),
    checks: () => [tool('size-limit/bin.js')],
  },
  { ...vitest('unit'), budget: 205 },
  {
    ...vitest('integration'),
    budget: 260,
    // Without pgbouncer the tests of poolers are skipped.
    prepare: () => tryPrograms(root, { pgbouncer: '/usr/sbin/pgbouncer' }),
  },
  // Mostly waits for leases and restarts, so it runs beside the others.
  {
    ...vitest('faults'),
    lane: 'short',
    budget: 190,
    slow: true,
    prepare: async () => {
      await buildIfStale(root)
      return { CHROMIUM_PATH: await ensureChromium(root) }
    },
  },
  {
    ...vitest('documents'),
    lane: 'short',
    budget: 90,
    slow: true,
    prepare: () => ensureDocumentTools(root),
  },
  {
    name: 'browser',
    lane: 'browser',
    budget: 450,
    slow: true,
    runner: 'playwright',
    command: tool('@playwright/test/cli.js', 'test'),
    list: tool('@playwright/test/cli.js', 'test', '--list', '--reporter=json'),
    // Node strips the types itself; Playwright would put the server through Babel too.
    prepare: async () => ({ ...(await prepareBrowser(root)), PW_DISABLE_TS_ESM: '1' }),
  },
]
