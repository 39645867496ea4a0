// Screenshots of every screen and main state:
// npm run screenshots -- DIR [--project CHECKOUT] [--only NAME] [--widths 768,1024]
// What changed between two sets: npm run screenshots -- --compare BEFORE AFTER
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { compareFolders } from './compare.ts'
import { withProjectServer } from './project-server.ts'
import { screens } from './screens/index.ts'
import { takeScreen } from './take.ts'
import { createFixture } from './fixture.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    compare: { type: 'boolean', default: false },
    project: { type: 'string', default: path.resolve(import.meta.dirname, '../..') },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '' },
  },
})

const executablePath = process.env['CHROMIUM_PATH']
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--font-render-hinting=none',
  ],
})

async function takeAll(folder: string): Promise<void> {
  const widths = values.widths.split(',').filter(Boolean).map(Number)
  await mkdir(folder, { recursive: true })
  await withProjectServer(path.resolve(values.project), async (url) => {
    const fixture = await createFixture(url)
    for (const screen of screens.filter(({ name }) => name.includes(values.only))) {
      await takeScreen(browser, fixture, screen, folder, widths)
      process.stdout.write(`${screen.name}\n`)
    }
  })
}

async function compare(before: string, after: string): Promise<void> {
  const differences = await compareFolders(browser, before, after)
  for (const line of differences) process.stdout.write(`${line}\n`)
  process.stdout.write(`${differences.length} differ\n`)
  process.exitCode = differences.length > 0 ? 1 : 0
}

try {
  const [first, second] = positionals
  if (values.compare && first && second) await compare(first, second)
  else if (!values.compare && first) await takeAll(first)
  else throw new Error('Usage: npm run screenshots -- DIR, or --compare BEFORE AFTER')
} finally {
  await browser.close()
}
