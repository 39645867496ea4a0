// How soon a long script and a long conversation are ready, and how keys and frames fare while an answer
// streams in: npm run build, then npm run bench:editor
import { loadavg } from 'node:os'
import path from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { inBenchFolder, undo } from './bench-folder.ts'
import { keyTimes, keyTraceCategories } from './key-times.ts'
import { longScript } from './long-script.ts'
import { median } from './median.ts'
import { launch } from './rest-peers.ts'
import { judge } from './rest-report.ts'
import { scriptPromptFor } from './scripted-provider.ts'
import {
  type BenchWriter,
  launchChromium,
  regularBrowser,
  sight,
  signedIn,
  signUp,
  startWeb,
  type Web,
} from './web-bench.ts'

const RUNS = 3
const VISITS_BEFORE = 3
const PAGES = 120
const MESSAGES = 200
/** Of 320 bytes each, 50 in a second: 200 KB in 13 seconds. */
const PIECES = 630
const TYPED = 'a boat comes in and nobody is on board'
const FRAME = 1000 / 60

type Seen = { ready: number; shift: number; blocked: number }
type Visit = Seen & { computing: number }
type InPage = {
  benchSeen: Seen
  benchFrames: () => () => number[]
  stopFrames: () => number[]
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const at = (share: number, values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0

/** A script of so many pages, and a conversation about it whose last answer is the script. */
async function addWork({ database }: Web, { id }: BenchWriter): Promise<string> {
  const script = longScript(PAGES)
  const { rows } = await database.query<{ id: string }>(
    `insert into public.scripts (user_id, title, content) values ($1, 'The Counting of Boats', $2) returning id`,
    [id, JSON.stringify(script)],
  )
  const scriptId = rows[0]?.id ?? ''
  const { rows: conversations } = await database.query<{ id: string }>(
    `insert into public.chat_conversations (user_id, title, script_id) values ($1, 'Chat', $2) returning id`,
    [id, scriptId],
  )
  for (let n = 1; n <= MESSAGES; n += 1) {
    const answer = n === MESSAGES ? script : longScript(1 + (n % 3))
    await database.query(
      `insert into public.chat_messages (user_id, conversation_id, type, content) values ($1, $2, $3, $4)`,
      [
        id,
        conversations[0]?.id,
        n % 2 ? 'user' : 'ai',
        n % 2 ? `Then scene ${n}, and make it rain.` : answer,
      ],
    )
  }
  await database.query('analyze public.chat_messages, public.scripts')
  return scriptId
}

const seenIn = (page: Page) => page.evaluate(() => (globalThis as unknown as InPage).benchSeen)

/** Milliseconds of computing of the page's main thread, which do not depend on what else the machine does. */
async function computingOf(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0)
  }
}

/** In a tab that is open already: nobody's process has to be started first. */
async function visit(page: Page, address: string): Promise<Visit> {
  const computing = await computingOf(page)
  const before = await computing()
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as unknown as InPage).benchSeen.ready > 0)
  const computed = (await computing()) - before
  // What comes behind must not move anything either.
  await page.waitForTimeout(1_000)
  const seen = await seenIn(page)
  return { ...seen, computing: computed }
}

async function typeIn(page: Page, name: string): Promise<number[]> {
  const browser = page.context().browser()
  await page.getByRole('textbox', { name }).focus()
  await browser?.startTracing(page, { categories: keyTraceCategories })
  await page.keyboard.type(TYPED, { delay: 60 })
  // The picture of the last key comes a little later.
  await page.waitForTimeout(200)
  return keyTimes((await browser?.stopTracing()) ?? Buffer.from(''))
}

const beginFrames = (page: Page) =>
  page.evaluate(() => {
    const inPage = globalThis as unknown as InPage
    inPage.stopFrames = inPage.benchFrames()
  })
const endFrames = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as InPage).stopFrames())

async function stream(context: BrowserContext, name: string) {
  const page = await context.newPage()
  await page.goto('/editor/new')
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.waitFor()
  await page.waitForTimeout(1_000)
  const restKeys = await typeIn(page, 'Script Name')
  await beginFrames(page)
  await page.waitForTimeout(2_000)
  const restFrames = await endFrames(page)

  await prompt.fill(scriptPromptFor(name, PIECES))
  await prompt.press('Enter')
  await page.getByText('PIER 1 -').first().waitFor()
  const before = await seenIn(page)
  const computing = await computingOf(page)
  const computed = await computing()
  await beginFrames(page)
  await page.waitForTimeout(4_000)
  const nameKeys = await typeIn(page, 'Script Name')
  await page.getByText('Script Generated').waitFor()
  const frames = await endFrames(page)
  const perFrame = ((await computing()) - computed) / frames.length
  const { blocked, shift } = await seenIn(page)
  const characters = await page
    .locator('article')
    .evaluate(({ textContent }) => textContent?.length ?? 0)

  await page.getByRole('textbox', { name: 'Prompt' }).fill(scriptPromptFor(`${name}-again`, PIECES))
  await prompt.press('Enter')
  await page.getByRole('button', { name: 'Stop generating' }).waitFor()
  await page.getByRole('button', { name: 'New Chat' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForTimeout(2_000)
  const promptKeys = await typeIn(page, 'Prompt')
  await page.close()
  return {
    restKeys,
    restFrames,
    nameKeys,
    promptKeys,
    frames,
    perFrame,
    blocked: blocked - before.blocked,
    shift: shift - before.shift,
    characters,
  }
}

async function run(web: Web, browser: Browser, folder: string): Promise<void> {
  await signUp(web, 'administrator')
  const writer = await signUp(web, 'writer')
  const scriptId = await addWork(web, writer)
  const file = 'editor-in-page.js'
  const waitingFor = async (what: string) => {
    const settings = `window.benchWaitsFor = ${JSON.stringify(what)}`
    const context = await regularBrowser(web, path.join(folder, what))
    return (await signedIn(context, writer, { file, settings })).newPage()
  }
  const opening = await waitingFor('editor')
  const bare = await waitingFor('heading')
  // Code is kept compiled when it is met again.
  for (let turn = 0; turn < VISITS_BEFORE; turn += 1) {
    await visit(opening, `/editor/${scriptId}`)
    await visit(bare, '/no/such/page')
  }

  const opened: Visit[] = []
  const floors: Visit[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    floors.push(await visit(bare, '/no/such/page'))
    opened.push(await visit(opening, `/editor/${scriptId}`))
  }
  const streaming = await signedIn(await browser.newContext(sight(web)), writer, { file })
  const streams: Awaited<ReturnType<typeof stream>>[] = []
  for (let turn = 0; turn < RUNS; turn += 1) streams.push(await stream(streaming, `take-${turn}`))

  const ready = median(opened.map((seen) => seen.ready))
  const floor = median(floors.map((seen) => seen.ready))
  const computing = (visits: Visit[]) => median(visits.map((each) => each.computing)).toFixed(0)
  print(
    `load ${loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}; median of ${RUNS}`,
  )
  print(`/editor/{id}, a script of ${PAGES} pages and ${MESSAGES} messages`)
  judge(
    'until the box is usable and the last message in sight, ms',
    ready,
    ready < 500,
    'under 500',
  )
  print(`  ${(ready / floor).toFixed(1)} times the app's empty 404 page (${floor.toFixed(0)} ms)`)
  print(`  computing ${computing(opened)} ms, the 404 page ${computing(floors)} ms`)
  print(`  blocked for ${median(opened.map(({ blocked }) => blocked)).toFixed(0)} ms in all`)
  print(
    `  cumulative layout shift, the worst: ${Math.max(...opened.map(({ shift }) => shift)).toFixed(4)}`,
  )

  print(`an answer of ${streams[0]?.characters} characters shown, streaming`)
  const rest = median(streams.map(({ restKeys }) => at(0.95, restKeys)))
  for (const [what, key] of [
    ['Script Name, beside the growing answer', 'nameKeys'],
    ["another chat's prompt, while it grows", 'promptKeys'],
  ] as const) {
    const worst = median(streams.map((each) => Math.max(...each[key])))
    const most = median(streams.map((each) => at(0.95, each[key])))
    judge(`a key, p95, ms: ${what}`, most, most < 50, 'under 50')
    print(
      `  the slowest ${worst.toFixed(0)} ms; p95 at rest ${rest.toFixed(0)} ms, ${(most / rest).toFixed(1)} times`,
    )
  }
  const long = (frames: number[]) =>
    frames.filter((frame) => frame > 2.2 * FRAME).length / frames.length
  const share = median(streams.map(({ frames }) => long(frames)))
  judge('frames that came late while it grew, %', share * 100, share < 0.02, 'under 2')
  print(
    `  at rest ${(median(streams.map(({ restFrames }) => long(restFrames))) * 100).toFixed(1)} %`,
  )
  print(
    `  frames in a second ${median(streams.map(({ frames }) => 1000 / (frames.reduce((sum, each) => sum + each, 0) / frames.length))).toFixed(1)}, longest ${Math.max(...streams.flatMap(({ frames }) => frames)).toFixed(0)} ms`,
  )
  print(
    `  computing for a frame ${median(streams.map(({ perFrame }) => perFrame)).toFixed(1)} ms of ${FRAME.toFixed(1)}`,
  )
  print(`  blocked for ${median(streams.map(({ blocked }) => blocked)).toFixed(0)} ms in all`)
  print(`  layout shift, the worst: ${Math.max(...streams.map(({ shift }) => shift)).toFixed(4)}`)
}

await inBenchFolder(async (folder) => {
  const provider = await launch('bench/scripted-provider.ts', {}, '/')
  undo.push(() => provider.stop())
  const web = await startWeb(folder, {
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'scripted',
    AI_BASE_URL: `${provider.url}/v1`,
  })
  await run(web, await launchChromium(), folder)
})
