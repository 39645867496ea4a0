import { rmSync } from 'node:fs'
import { getPriority } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { calls, installed, run } from '../planted-project.ts'
import {
  environment,
  lastLine,
  PLAYWRIGHT,
  plantTools,
  playwright,
  runTests,
  TEST,
  VITEST,
  vitest,
  waitsFor,
} from './fake-tools.ts'

test('the browser runs beside the other suites', async () => {
  const { stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: waitsFor('vitest-runs', 'playwright-runs', vitest({ passed: 3 })),
    [PLAYWRIGHT]: waitsFor('playwright-runs', 'vitest-runs', playwright),
  })
  expect(lastLine(stdout)).toBe('9 passed, 0 failed')
})

test('the other lanes yield to the longest', async () => {
  const tells = `
    import { getPriority } from 'node:os'
    process.stdout.write('priority ' + getPriority() + '\\n')`
  const { stdout } = await runTests(['unit', 'browser'], {
    [VITEST]: tells + vitest({ passed: 3 }),
    [PLAYWRIGHT]: tells + playwright,
  })
  expect(stdout).toContain(`browser     | priority ${getPriority()}\n`)
  expect(stdout).toContain(`unit        | priority ${Math.min(getPriority() + 5, 19)}\n`)
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
    import { existsSync, rmSync, writeFileSync as write } from 'node:fs'
    if (existsSync('running')) process.exit(3)
    write('running', '')
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.on('exit', () => rmSync('running'))
    ${vitest({ passed: 3 })}`
  const { stdout } = await runTests(['unit', 'documents'], { [VITEST]: alone })
  expect(lastLine(stdout)).toBe('6 passed, 0 failed')
  expect(stdout).toContain('\nunit\nvitest runs\n')
})
