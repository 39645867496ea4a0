// Opening a long script and conversation, and key and frame times while an answer streams: npm run bench:editor
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { inBenchFolder } from './support/bench-folder.ts'
import { computingOf, type InPage, seenIn } from './browser/editor-seen.ts'
import { stream } from './browser/editor-stream.ts'
import { addWork, MESSAGES, PAGES } from './browser/editor-work.ts'
import { median } from './support/median.ts'
import { percentile } from './support/percentile.ts'
import { startProvider } from './support/provider.ts'
import { judge, loadNow, print } from './support/report.ts'
import {
  launchChromium,
  regularBrowser,
  contextOptions,
  signedIn,
  signUp,
  startWeb,
  type Web,
} from './browser/web-bench.ts'

const RUNS = 3
const VISITS_BEFORE = 3
const FRAME = 1000 / 60

type Visit = Awaited<ReturnType<typeof visit>>

/** Navigates in an open tab, so no process has to start. */
async function visit(page: Page, address: string) {
  const computing = await computingOf(page)
  const before = await computing()
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as unknown as InPage).benchSeen.ready > 0)
  const computed = (await computing()) - before
  // Content that loads later must not cause layout shifts either.
  await page.waitForTimeout(1_000)
  const seen = await seenIn(page)
  return { ...seen, computing: computed }
}

/** Navigates in a new tab. */
async function visitInNewTab(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage()
  const { ready } = await visit(page, address)
  await page.close()
  return ready
}

async function run(web: Web, browser: Browser, folder: string): Promise<void> {
  await signUp(web, 'administrator')
  const writer = await signUp(web, 'writer')
  const scriptId = await addWork(web, writer)
  const file = 'editor-in-page.js'
  const waits = (context: BrowserContext, what: string) =>
    signedIn(context, writer, { file, settings: `window.benchWaitsFor = ${JSON.stringify(what)}` })
  const waitingFor = async (what: string) =>
    (await waits(await regularBrowser(web, path.join(folder, what)), what)).newPage()
  const opening = await waitingFor('editor')
  const bare = await waitingFor('heading')
  // Let V8 cache the compiled code.
  for (let turn = 0; turn < VISITS_BEFORE; turn += 1) {
    await visit(opening, `/editor/${scriptId}`)
    await visit(bare, '/no/such/page')
  }

  const opened: Visit[] = []
  const floors: Visit[] = []
  const newTab: number[] = []
  const cold: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    floors.push(await visit(bare, '/no/such/page'))
    opened.push(await visit(opening, `/editor/${scriptId}`))
    newTab.push(await visitInNewTab(opening.context(), `/editor/${scriptId}`))
    const fresh = await waits(await browser.newContext(contextOptions(web)), 'editor')
    cold.push(await visitInNewTab(fresh, `/editor/${scriptId}`))
    await fresh.close()
  }
  // Close them: they would use CPU time.
  await Promise.all([opening.close(), bare.close()])
  const streaming = await signedIn(await browser.newContext(contextOptions(web)), writer, { file })
  const streams: Awaited<ReturnType<typeof stream>>[] = []
  for (let turn = 0; turn < RUNS; turn += 1) streams.push(await stream(streaming, `take-${turn}`))

  const ready = median(opened.map((seen) => seen.ready))
  const floor = median(floors.map((seen) => seen.ready))
  const computing = (visits: Visit[]) => median(visits.map((each) => each.computing)).toFixed(0)
  print(`load ${loadNow()}; median of ${RUNS}`)
  print(`/editor/{id}, a script of ${PAGES} pages and ${MESSAGES} messages`)
  judge(
    'until the prompt is usable and the last message visible, ms',
    ready,
    ready < 500,
    'under 500',
  )
  print(`  ${(ready / floor).toFixed(1)} times the app's empty 404 page (${floor.toFixed(0)} ms)`)
  print(
    `  in a new tab ${median(newTab).toFixed(0)} ms, in a fresh browser ${median(cold).toFixed(0)} ms`,
  )
  print(`  CPU time ${computing(opened)} ms, the 404 page ${computing(floors)} ms`)
  print(`  blocked for ${median(opened.map(({ blocked }) => blocked)).toFixed(0)} ms in total`)
  print(
    `  cumulative layout shift, maximum: ${Math.max(...opened.map(({ shift }) => shift)).toFixed(4)}`,
  )

  print(`an answer of ${streams[0]?.characters} characters shown, streaming`)
  const rest = median(streams.map(({ restKeys }) => percentile(0.95, restKeys)))
  for (const [what, key] of [
    ['Script Name, next to the streaming answer', 'nameKeys'],
    ['the prompt of another chat, while it streams', 'promptKeys'],
  ] as const) {
    const worst = median(streams.map((each) => Math.max(...each[key])))
    const most = median(streams.map((each) => percentile(0.95, each[key])))
    judge(`a key, p95, ms: ${what}`, most, most < 50, 'under 50')
    print(
      `  slowest ${worst.toFixed(0)} ms; p95 idle ${rest.toFixed(0)} ms, ${(most / rest).toFixed(1)} times`,
    )
  }
  const long = (frames: number[]) =>
    frames.filter((frame) => frame > 2.2 * FRAME).length / frames.length
  const share = median(streams.map(({ frames }) => long(frames)))
  judge('late frames while streaming, %', share * 100, share < 0.02, 'under 2')
  print(`  idle ${(median(streams.map(({ restFrames }) => long(restFrames))) * 100).toFixed(1)} %`)
  print(
    `  frames per second ${median(streams.map(({ frames }) => 1000 / (frames.reduce((sum, each) => sum + each, 0) / frames.length))).toFixed(1)}, longest ${Math.max(...streams.flatMap(({ frames }) => frames)).toFixed(0)} ms`,
  )
  print(
    `  CPU time per frame ${median(streams.map(({ perFrame }) => perFrame)).toFixed(1)} ms of ${FRAME.toFixed(1)}`,
  )
  print(`  blocked for ${median(streams.map(({ blocked }) => blocked)).toFixed(0)} ms in total`)
  print(`  layout shift, maximum: ${Math.max(...streams.map(({ shift }) => shift)).toFixed(4)}`)
}

await inBenchFolder(async (folder) => {
  const { env } = await startProvider()
  const web = await startWeb(folder, env)
  await run(web, await launchChromium(), folder)
})
