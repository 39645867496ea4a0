import { rmSync } from 'node:fs'
import { getPriority } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, installed, run } from '../planted-project.ts'
import {
  environment,
  lastLine,
  plantTools,
  playwrightAfter,
  runTests,
  TEST,
  VITEST,
  vitest,
  waitsFor,
} from './fake-tools.ts'

test('the browser runs beside the other suites', async () => {
  const { stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: vitest({ passed: 3 }, 0, 0, waitsFor('vitest-runs', 'playwright-runs')),
    ...playwrightAfter(waitsFor('playwright-runs', 'vitest-runs')),
  })
  expect(lastLine(stdout)).toBe('9 passed, 0 failed')
})

test('the other lanes yield to the longest', async () => {
  const tells = 'echo "priority $(nice)"'
  const { stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: vitest({ passed: 3 }, 0, 0, tells),
    ...playwrightAfter(tells),
  })
  expect(stdout).toContain(`browser     | priority ${getPriority()}\n`)
  expect(stdout).toContain(`unit        | priority ${Math.min(getPriority() + 4, 19)}\n`)
})

test('the other suites start while the web app is built for the browser', async () => {
  const node = 'node_modules/node/bin/node'
  const waits = 'while [ ! -e calls ] || ! grep -q vitest calls; do sleep 0.01; done'
  const root = plantTools({
    [node]: installed[node]?.replace('*/vite.js)', `*/vite.js) ${waits};`) ?? '',
  })
  rmSync(path.join(root, 'dist/web/.built'))
  const { stdout } = await run(root, TEST, { args: ['unit', 'browser'], env: environment(root) })
  expect(calls(root)).toContain('vite build')
  expect(lastLine(stdout)).toBe('9 passed, 0 failed')
})

test('suites of one lane run one after another, with their output as it is', async () => {
  const alone = `
    [ -e running ] && exit 3
    : > running
    sleep 0.05
    trap 'rm running' EXIT`
  const { stdout } = await runTests(['unit', 'integration'], {
    [VITEST]: vitest({ passed: 3 }, 0, 0, alone),
  })
  expect(lastLine(stdout)).toBe('6 passed, 0 failed')
  expect(stdout).toContain('\nunit\nvitest runs\n')
})
