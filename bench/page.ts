// Opening, typing, page breaks and scrolling on the page, next to a plain text area: npm run bench:page
import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { inBenchFolder } from './support/bench-folder.ts'
import { longScript } from './support/long-script.ts'
import { median } from './support/median.ts'
import {
  breakTime,
  clickInMiddle,
  p95,
  scriptTime,
  typeHere,
  typeWhileStreaming,
} from './browser/page-typing.ts'
import { startProvider } from './support/provider.ts'
import { judge, loadNow, print } from './support/report.ts'
import {
  addScript,
  type BenchWriter,
  contextOptions,
  launchChromium,
  regularBrowser,
  signedIn,
  signUp,
  startWeb,
  type Web,
} from './browser/web-bench.ts'

const RUNS = 3
const VISITS_BEFORE = 3
const SCROLL_SECONDS = 4

/** What page-in-page.js adds to the page. */
type InPage = {
  benchSeen: { ready: number }
  benchTextArea: (text: string) => void
  benchScroll: (seconds: number) => Promise<{ late: number; jumps: number }>
}

/** Navigates in an open tab; resolves to the time until the page can be typed into. */
async function open(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as unknown as InPage).benchSeen.ready > 0)
  return page.evaluate(() => (globalThis as unknown as InPage).benchSeen.ready)
}

type Run = {
  keys: number
  script: number
  areaKeys: number
  breaks: number
  late: number
  jumps: number
}

async function use(page: Page, address: string, text: string): Promise<Run> {
  await open(page, address)
  // Wait until the pages are laid out.
  await page.waitForTimeout(1_500)
  const { late, jumps } = await page.evaluate(
    (seconds) => (globalThis as unknown as InPage).benchScroll(seconds),
    SCROLL_SECONDS,
  )
  await clickInMiddle(page)
  const keys = p95(await typeHere(page))
  const script = await scriptTime(page)
  const breaks = await breakTime(page)
  await page.goto('/no/such/page')
  await page.evaluate((all) => (globalThis as unknown as InPage).benchTextArea(all), text)
  await page.waitForTimeout(500)
  const areaKeys = p95(await typeHere(page))
  return { keys, script, areaKeys, breaks, late, jumps }
}

const inView = (view: 'page' | 'both') => ({
  file: 'page-in-page.js',
  settings: `localStorage.setItem('script-writer-view', '${view}'); window.benchWaitsFor = 'page'`,
})

async function measure(
  web: Web,
  browser: Browser,
  writer: BenchWriter,
  folder: string,
  pages: number,
) {
  const text = longScript(pages)
  const address = `/editor/${await addScript(web, writer, text)}`
  const inPage = inView('page')
  const regular = await signedIn(
    await regularBrowser(web, path.join(folder, `${pages}`)),
    writer,
    inPage,
  )
  const opening = await regular.newPage()
  // Let V8 cache the compiled code.
  for (let turn = 0; turn < VISITS_BEFORE; turn += 1) await open(opening, address)
  const opened: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1) opened.push(await open(opening, address))
  await regular.close()

  const context = await signedIn(await browser.newContext(contextOptions(web)), writer, inPage)
  const page = await context.newPage()
  const runs: Run[] = []
  for (let turn = 0; turn < RUNS; turn += 1) runs.push(await use(page, address, text))
  await context.close()

  const beside = await signedIn(
    await browser.newContext(contextOptions(web)),
    writer,
    inView('both'),
  )
  const both = await beside.newPage()
  const streamed: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    await open(both, address)
    await both.waitForTimeout(1_500)
    streamed.push(p95(await typeWhileStreaming(both, `answer-${pages}-${turn}`)))
  }
  await beside.close()

  const of = (key: keyof Run) => median(runs.map((run) => run[key]))
  const [ready, keys, areaKeys] = [median(opened), of('keys'), of('areaKeys')]
  print(`${pages} pages, ${Math.round(text.length / 1_000)} KB`)
  judge('until the page can be typed into, ms', ready, ready <= 500, 'at most 500')
  judge('a key, p95, ms', keys, keys <= 20 && keys <= areaKeys, 'at most 20 and the text area')
  print(`  text area ${areaKeys.toFixed(1)} ms, ratio ${(keys / areaKeys).toFixed(2)}`)
  print(`  JavaScript of a key ${of('script').toFixed(1)} ms of processor time`)
  const whileStreaming = median(streamed)
  judge(
    'a key while an answer streams, p95, ms',
    whileStreaming,
    whileStreaming <= 33,
    'at most 33',
  )
  judge('page breaks after the last key, ms', of('breaks'), of('breaks') <= 300, 'at most 300')
  judge('late frames while scrolling, %', of('late') * 100, of('late') <= 0.01, 'at most 1')
  judge('jumps of the scrollbar', of('jumps'), of('jumps') === 0, 'none')
}

await inBenchFolder(async (folder) => {
  const { env } = await startProvider()
  const web = await startWeb(folder, env)
  await signUp(web, 'administrator')
  const writer = await signUp(web, 'writer')
  const browser = await launchChromium()
  for (const pages of [120, 400]) await measure(web, browser, writer, folder, pages)
  print(`load ${loadNow()}; median of ${RUNS}`)
})
