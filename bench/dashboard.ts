// How soon a full dashboard shows its first card, and how it scrolls: npm run build, then npm run bench:dashboard
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { Client } from 'pg'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { start } from '../server/main.ts'
import { median } from './median.ts'

const RUNS = 5
const VISITS_BEFORE = 3
const SCRIPTS = 1_000
const MANY_SCRIPTS = 5_000
/** About four screens a second: a quick spin of the wheel. */
const SPEED = 3_000
const PASSWORD = 'a good long password'

const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-bench-'))
await chmod(folder, 0o711)
const dataDir = path.join(folder, 'data')
const server = await start(readConfig({ PORT: '0', DATA_DIR: dataDir }), pino({ level: 'silent' }))

async function withDatabase<Value>(work: (database: Client) => Promise<Value>): Promise<Value> {
  const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8')
  const database = new Client({
    host: await realpath(path.join(dataDir, 'postgres')),
    user: 'script_writer',
    database: 'script_writer',
    password: (JSON.parse(secrets) as { databasePassword: string }).databasePassword,
  })
  await database.connect()
  try {
    return await work(database)
  } finally {
    await database.end()
  }
}

/** A writer with that many scripts of so many lines each; the session as the web app keeps it. */
async function writerWith(scripts: number, lines: number): Promise<string> {
  const { anonKey } = (await (await fetch(`${server.url}/config.json`)).json()) as {
    anonKey: string
  }
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `writer-${scripts}@example.com`, password: PASSWORD }),
  })
  const session = (await answer.json()) as { user: { id: string } }
  await withDatabase(async (database) => {
    const { id } = session.user
    // A writer like most: the first account of the database would be its administrator.
    await database.query(`update public.profiles set approved = true where id = $1`, [id])
    await database.query(
      `insert into public.scripts (user_id, title, content)
       select $1, 'Script ' || n, to_jsonb(n || repeat(' INT. KITCHEN - NIGHT. A lamp, a cup.', $3::int))
       from generate_series(1, $2::int) as n`,
      [id, scripts, lines],
    )
    await database.query(
      `insert into public.saved_scripts (user_id, script_id)
       select user_id, id from public.scripts where user_id = $1`,
      [id],
    )
    await database.query('analyze public.scripts, public.saved_scripts')
  })
  return JSON.stringify(session)
}

type Times = { shown: number; shift: number }
type Scrolling = { frame: number; cards: number }
type InPage = {
  benchTimes: Times
  benchScroll: (speed: number, milliseconds: number) => Promise<Scrolling>
}

const PAGE = { baseURL: server.url, viewport: { width: 1280, height: 800 } }
const ARGUMENTS = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]

/** What runs inside the page, where Node's types end. */
const IN_PAGE = path.resolve(import.meta.dirname, 'dashboard-in-page.js')

const executablePath = process.env['CHROMIUM_PATH']
const launched = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ARGUMENTS,
})
const profiles: BrowserContext[] = []

/** A new browser that has seen nothing yet. */
const stranger = () => launched.newContext(PAGE)

/** One with a profile of its own, as people have: it keeps the compiled code too, which a private window does not. */
async function regular(): Promise<BrowserContext> {
  const profile = path.join(folder, `profile-${profiles.length}`)
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    args: ARGUMENTS,
    ...PAGE,
  })
  profiles.push(context)
  return context
}

async function signIn(context: BrowserContext, session: string, selector: string) {
  await context.addInitScript({
    content: `
      localStorage.setItem('script-writer-session', ${JSON.stringify(session)})
      window.benchSelector = ${JSON.stringify(selector)}`,
  })
  await context.addInitScript({ path: IN_PAGE })
  return context
}

/** From navigation to the paint, in a browser that saw the app before, and in one that did not. */
async function visit(context: BrowserContext, address: string): Promise<Times> {
  const page = await context.newPage()
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as unknown as InPage).benchTimes.shown > 0)
  // What comes behind, the rest of the list first of all, must not move anything either.
  await page.waitForTimeout(1_000)
  const times = await page.evaluate(() => (globalThis as unknown as InPage).benchTimes)
  await page.close()
  return times
}

/** How long nearly all frames take at most, at that speed. */
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

try {
  await run()
} finally {
  await Promise.all([launched, ...profiles].map((browser) => browser.close()))
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function run(): Promise<void> {
  await writerWith(1, 1)
  const session = await writerWith(SCRIPTS, 100)
  const manySession = await writerWith(MANY_SCRIPTS, 5)

  const again = {
    cards: await signIn(await regular(), session, 'article'),
    floor: await signIn(await regular(), session, 'h1'),
  }
  // Code is kept compiled when it is met again.
  for (let turn = 0; turn < VISITS_BEFORE; turn += 1) {
    await visit(again.cards, '/dashboard')
    await visit(again.floor, '/no/such/page')
  }

  const cold: number[] = []
  const warm: number[] = []
  const floors: number[] = []
  const ratios: number[] = []
  const shifts: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1) {
    const fresh = await signIn(await stranger(), session, 'article')
    const first = await visit(fresh, '/dashboard')
    await fresh.close()
    const floor = await visit(again.floor, '/no/such/page')
    const later = await visit(again.cards, '/dashboard')
    cold.push(first.shown)
    warm.push(later.shown)
    floors.push(floor.shown)
    ratios.push(later.shown / floor.shown)
    shifts.push(first.shift, later.shift)
  }
  const many = await signIn(await stranger(), manySession, 'article')
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
  in a browser that knows the app  ${median(warm).toFixed(0)} ms (the best ${Math.min(...warm).toFixed(0)} ms), ${median(ratios).toFixed(1)} times the app's empty 404 page (${median(floors).toFixed(0)} ms)
  in one that does not             ${median(cold).toFixed(0)} ms
cumulative layout shift, the worst ${Math.max(...shifts).toFixed(4)}
${MANY_SCRIPTS} scripts, scrolled by ${SPEED} pixels a second
  95th percentile of a frame       ${frame.toFixed(0)} ms, ${(frame / rest).toFixed(1)} times the page at rest (${rest.toFixed(0)} ms)
  cards on the page at once        ${Math.max(...scrolls.map(({ cards }) => cards))}
`,
  )
}
