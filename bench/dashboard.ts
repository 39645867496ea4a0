// Time to the first card of a large dashboard, and scrolling: npm run bench:dashboard
import path from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { inBenchFolder } from './support/bench-folder.ts'
import { median } from './support/median.ts'
import {
  type BenchWriter,
  launchChromium,
  regularBrowser,
  contextOptions,
  signedIn,
  signUp,
  startWeb,
  type Web,
} from './browser/web-bench.ts'

const RUNS = 5
const VISITS_BEFORE = 3
const SCRIPTS = 1_000
const MANY_SCRIPTS = 5_000
/** Pixels per second: about four screens, a fast scroll. */
const SPEED = 3_000

/** A writer with a number of scripts of a given length. */
async function writerWith(web: Web, scripts: number, lines: number): Promise<BenchWriter> {
  const writer = await signUp(web, `writer-${scripts}`)
  const { database } = web
  await database.query(
    `insert into public.scripts (user_id, title, content)
     select $1, 'Script ' || n, to_jsonb(n || repeat(' INT. KITCHEN - NIGHT. A lamp, a cup.', $3::int))
     from generate_series(1, $2::int) as n`,
    [writer.id, scripts, lines],
  )
  await database.query(
    `insert into public.saved_scripts (user_id, script_id)
     select user_id, id from public.scripts where user_id = $1`,
    [writer.id],
  )
  await database.query('analyze public.scripts, public.saved_scripts')
  return writer
}

type Times = { shown: number; shift: number }
type Scrolling = { frame: number; cards: number }
type InPage = {
  benchTimes: Times
  benchScroll: (speed: number, milliseconds: number) => Promise<Scrolling>
}

const signIn = (context: BrowserContext, writer: BenchWriter, selector: string) =>
  signedIn(context, writer, {
    file: 'dashboard-in-page.js',
    settings: `window.benchSelector = ${JSON.stringify(selector)}`,
  })

/** Times from navigation to paint. */
async function navigate(page: Page, address: string): Promise<Times> {
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as unknown as InPage).benchTimes.shown > 0)
  // Content that loads later must not cause layout shifts either.
  await page.waitForTimeout(1_000)
  return page.evaluate(() => (globalThis as unknown as InPage).benchTimes)
}

/** Navigates in a new tab, so the times include starting its process. */
async function visit(context: BrowserContext, address: string): Promise<Times> {
  const page = await context.newPage()
  const times = await navigate(page, address)
  await page.close()
  return times
}

/** The 95th percentile of the frame time while scrolling. */
async function scroll(context: BrowserContext, speed: number): Promise<Scrolling> {
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.getByText(`${MANY_SCRIPTS} scripts`).waitFor()
  const result = await page.evaluate(
    (pixels) => (globalThis as unknown as InPage).benchScroll(pixels, 2_000),
    speed,
  )
  await page.close()
  return result
}

async function run(folder: string): Promise<void> {
  const web = await startWeb(folder)
  const browser = await launchChromium()
  /** A fresh browser without cache. */
  const freshBrowser = () => browser.newContext(contextOptions(web))

  await writerWith(web, 1, 1)
  const writer = await writerWith(web, SCRIPTS, 100)
  const collector = await writerWith(web, MANY_SCRIPTS, 5)

  const again = {
    cards: await signIn(await regularBrowser(web, path.join(folder, 'cards')), writer, 'article'),
    floor: await signIn(await regularBrowser(web, path.join(folder, 'floor')), writer, 'h1'),
  }
  // Let V8 cache the compiled code.
  for (let turn = 0; turn < VISITS_BEFORE; turn += 1) {
    await visit(again.cards, '/dashboard')
    await visit(again.floor, '/no/such/page')
  }

  const open = { cards: await again.cards.newPage(), floor: await again.floor.newPage() }
  const cold: number[] = []
  const newTab: number[] = []
  const warm: number[] = []
  const floors: number[] = []
  const ratios: number[] = []
  const shifts: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    const fresh = await signIn(await freshBrowser(), writer, 'article')
    const first = await visit(fresh, '/dashboard')
    await fresh.close()
    const floor = await navigate(open.floor, '/no/such/page')
    const later = await navigate(open.cards, '/dashboard')
    cold.push(first.shown)
    newTab.push((await visit(again.cards, '/dashboard')).shown)
    warm.push(later.shown)
    floors.push(floor.shown)
    ratios.push(later.shown / floor.shown)
    shifts.push(first.shift, later.shift)
  }
  const many = await signIn(await freshBrowser(), collector, 'article')
  const scrolls: Scrolling[] = []
  const rests: Scrolling[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    rests.push(await scroll(many, 0))
    scrolls.push(await scroll(many, SPEED))
  }
  const frame = median(scrolls.map((scrolling) => scrolling.frame))
  const rest = median(rests.map((resting) => resting.frame))

  process.stdout.write(
    `${SCRIPTS} scripts, until the first card is painted
  in an open tab                   ${median(warm).toFixed(0)} ms (best ${Math.min(...warm).toFixed(0)} ms), ${median(ratios).toFixed(1)} times the app's empty 404 page (${median(floors).toFixed(0)} ms)
  in a new tab                     ${median(newTab).toFixed(0)} ms
  in a fresh browser               ${median(cold).toFixed(0)} ms
cumulative layout shift, maximum   ${Math.max(...shifts).toFixed(4)}
${MANY_SCRIPTS} scripts, scrolled at ${SPEED} pixels per second
  p95 of the frame time            ${frame.toFixed(0)} ms, ${(frame / rest).toFixed(1)} times the idle page (${rest.toFixed(0)} ms)
  cards in the DOM, maximum        ${Math.max(...scrolls.map(({ cards }) => cards))}
`,
  )
}

await inBenchFolder(run)
