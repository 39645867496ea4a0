import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfStale } from '../steps/build.js'
import { ensureChromium } from '../steps/chromium.js'
import { ensureDocumentTools } from '../steps/document-tools.js'
import { root } from '../steps/project.js'

const TYPE_PROJECTS = ['.', 'web', 'contract', 'screenplay', 'tests']

const tool = (path, ...args) => [join(root, 'node_modules', path), ...args]

const typeProjects = () =>
  TYPE_PROJECTS.filter(
    (folder) => folder !== 'screenplay' || existsSync(join(root, folder, 'tsconfig.json')),
  )

const vitest = (project) => ({
  name: project,
  runner: 'vitest',
  command: tool('vitest/vitest.mjs', 'run', '--project', project),
})

async function prepareBrowser() {
  await buildIfStale(root)
  return { CHROMIUM_PATH: await ensureChromium(root) }
}

/** In the order of the report. A check is one result; a runner reports how many tests it ran. */
export const suites = [
  { name: 'format', checks: () => [tool('@biomejs/biome/bin/biome', 'format', '.')] },
  {
    name: 'lint',
    checks: () => [tool('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', '.')],
  },
  {
    name: 'types',
    checks: () => typeProjects().map((folder) => tool('typescript/bin/tsc', '-p', folder)),
  },
  { name: 'imports', checks: () => [[join(root, 'scripts/check-imports.ts')]] },
  { name: 'dead-code', checks: () => [tool('knip/bin/knip.js')] },
  {
    name: 'size',
    prepare: () => buildIfStale(root),
    checks: () => [tool('size-limit/bin.js')],
  },
  vitest('unit'),
  vitest('integration'),
  { ...vitest('documents'), slow: true, prepare: () => ensureDocumentTools(root) },
  // The short form belongs to the run of everything; asked for by name, the faults run whole.
  { ...vitest('faults'), slow: true, shortForm: { FAULT_ROUNDS: '4' } },
  {
    name: 'browser',
    slow: true,
    runner: 'playwright',
    command: tool('@playwright/test/cli.js', 'test'),
    prepare: prepareBrowser,
  },
]
