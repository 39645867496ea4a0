// Lighthouse scores of the sign-in page: npm run bench:lighthouse
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse, { defaultConfig, desktopConfig } from 'lighthouse'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { start } from '../server/main.ts'
import { inBenchFolder, undo } from './support/bench-folder.ts'
import { median } from './support/median.ts'

const RUNS = 3
const ADDRESS = '/login'

/** Minimum scores, of 100. */
const GOALS = {
  desktop: { performance: 95, accessibility: 100, 'best-practices': 100 },
  mobile: { performance: 85, accessibility: 100, 'best-practices': 100 },
}
const CONFIGS = { desktop: desktopConfig, mobile: defaultConfig }

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function startBrowser(): Promise<number> {
  const port = await freePort()
  const executablePath = process.env['CHROMIUM_PATH']
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      `--remote-debugging-port=${port}`,
      '--disable-background-networking',
      '--disable-component-update',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  undo.push(() => browser.close())
  return port
}

type Device = keyof typeof GOALS
type Category = keyof (typeof GOALS)[Device]

async function audit(url: string, port: number, device: Device) {
  const onlyCategories = Object.keys(GOALS[device])
  const flags = { port, onlyCategories, logLevel: 'error' as const }
  const result = await lighthouse(url, flags, CONFIGS[device])
  if (!result) throw new Error('Lighthouse returned no result.')
  const { categories, audits, environment, runtimeError } = result.lhr
  if (runtimeError) throw new Error(runtimeError.message)
  const failed = ['accessibility', 'best-practices']
    .flatMap((category) => categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id}: ${audits[id]?.title}`)
  const score = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(
    (id) => `${audits[id]?.title} ${audits[id]?.displayValue}`,
  )
  return { score, failed, times, machine: environment.benchmarkIndex }
}

await inBenchFolder(async (folder) => {
  const config = readConfig({ PORT: '0', DATA_DIR: path.join(folder, 'data') })
  const server = await start(config, pino({ level: 'silent' }))
  undo.push(() => server.stop())
  const port = await startBrowser()
  for (const device of ['desktop', 'mobile'] as const) {
    const results: Awaited<ReturnType<typeof audit>>[] = []
    for (let turn = 0; turn < RUNS; turn += 1) {
      results.push(await audit(server.url + ADDRESS, port, device))
    }
    for (const [category, least] of Object.entries(GOALS[device]) as [Category, number][]) {
      const scores = results.map(({ score }) => score(category))
      const isMissed = median(scores) < least
      if (isMissed) process.exitCode = 1
      process.stdout.write(
        `${ADDRESS}, ${device}, ${category}: ${median(scores)} (${scores.join(', ')}), ${isMissed ? 'MISSED' : 'at least'} ${least}\n`,
      )
    }
    for (const { times, machine } of results) {
      process.stdout.write(`  ${times.join(', ')}; benchmark index: ${machine.toFixed(0)}\n`)
    }
    for (const failed of new Set(results.flatMap((each) => each.failed))) {
      process.stdout.write(`  ${failed}\n`)
    }
  }
})
