// Opening 500 notes on a script of 120 pages, and the page while a reader goes through it: npm run bench:notes
import { hash } from 'node:crypto'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { longestTask } from './browser/frame-work.ts'
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
import { inBenchFolder } from './support/bench-folder.ts'
import { anonKeyOf } from './support/bench-server.ts'
import { median } from './support/median.ts'
import { startProvider } from './support/provider.ts'
import { judge, loadNow, print, show } from './support/report.ts'
import { scene } from './support/varied-scenes.ts'

const RUNS = 3
const VISITS_BEFORE = 3
const PAGES = 120
const NOTES = 500
const MANY_NOTES = 4_500
const KEYS = 15

type InPage = { benchOpenPanel: (name: string) => Promise<number> }

const openPanel = (page: Page, name: 'Notes' | 'Bible') =>
  page.evaluate((panel) => (globalThis as unknown as InPage).benchOpenPanel(panel), name)
const closePanel = (page: Page) => page.getByRole('button', { name: 'Close the panel' }).click()

/** A note on the first words of as many lines, evenly over the script. */
async function addNotes(
  { database }: Web,
  { id }: BenchWriter,
  text: string,
  count = NOTES,
): Promise<void> {
  const lines = [...text.matchAll(/^[a-z][^\n]{20,}$/gm)]
  const notes = Array.from({ length: count }, (_, n) => {
    const line = lines[Math.floor((n * lines.length) / count)]
    const start = line?.index ?? 0
    const quote = (line?.[0] ?? '').slice(0, 12 + ((n * 7) % 60)).trim()
    const body = 'It says what both of them know already. '.repeat(1 + (n % 4)).trim()
    return { start, end: start + quote.length, quote, body }
  })
  await database.query(
    `insert into public.script_notes (user_id, work_id, author, reader, start, "end", quote, body)
     select drafts.user_id, drafts.work_id, 'model', 'story-editor', note.start, note."end", note.quote, note.body
     from public.script_drafts as drafts,
       jsonb_to_recordset($2) as note (start integer, "end" integer, quote text, body text)
     where drafts.user_id = $1`,
    [id, JSON.stringify(notes)],
  )
}

/** Stores keys in the middle of a script with this many notes; in ms. */
async function storedKeys(web: Web, text: string, count: number): Promise<number> {
  const writer = await signUp(web, `keys-${count}`)
  const id = await addScript(web, writer, text)
  await addNotes(web, writer, text, count)
  const drafts = 'select work_id, revision from public.script_drafts where script_id = $1'
  const { rows } = await web.database.query<{ work_id: string; revision: number }>(drafts, [id])
  const { access_token: token } = JSON.parse(writer.session) as { access_token: string }
  const headers = {
    apikey: await anonKeyOf(web.url),
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const at = Math.floor(text.length / 2)
  const times: number[] = []
  for (let n = 1; n <= 5 + KEYS; n += 1) {
    const after = `${text.slice(0, at)}${'x'.repeat(n)}${text.slice(at)}`
    const body = JSON.stringify({
      work_id: rows[0]?.work_id,
      revision: (rows[0]?.revision ?? 0) + n - 1,
      changes: [{ origin: 'typed', splices: [{ start: at, end: at, text: 'x' }] }],
      text_hash: hash('sha256', after, 'hex'),
    })
    const started = performance.now()
    const answer = await fetch(`${web.url}/rest/v1/rpc/keep_draft`, {
      method: 'POST',
      headers,
      body,
    })
    await answer.text()
    if (!answer.ok) throw new Error(`A key was answered with ${answer.status}.`)
    // The first ones prepare statements.
    if (n > 5) times.push(performance.now() - started)
  }
  return median(times)
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('mark.note-text').first().waitFor()
  // Wait until the pages are laid out.
  await page.waitForTimeout(2_500)
}

/** Moves the pointer over the page and its list of notes for as long as something takes. */
async function pointWhile(page: Page, isGoingOn: () => Promise<boolean>): Promise<void> {
  for (let move = 0; await isGoingOn(); move += 1) {
    await page.mouse.move(300 + 90 * (move % 10), 400)
    await page.waitForTimeout(200)
  }
}

/** From the click on 'Start reading' until the summary is there. */
async function read(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start reading' }).click()
  const summary = page.getByText('Boats.', { exact: true })
  await pointWhile(page, async () => !(await summary.isVisible()))
}

async function idle(page: Page, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1_000
  await pointWhile(page, () => Promise.resolve(performance.now() < end))
}

await inBenchFolder(async (folder) => {
  const { env } = await startProvider()
  const web = await startWeb(folder, env)
  await signUp(web, 'administrator')
  const text = `${Array.from({ length: PAGES }, (_, n) => scene(n + 1, 0)).join('\n')}\n`
  const inPage = {
    file: 'notes-in-page.js',
    settings: `localStorage.setItem('script-writer-view', 'page')`,
  }
  const newWork = async (name: string) => {
    const writer = await signUp(web, name)
    const address = `/editor/${await addScript(web, writer, text)}`
    await addNotes(web, writer, text)
    return { writer, address }
  }

  const keys = await storedKeys(web, text, MANY_NOTES)
  const plainKeys = await storedKeys(web, text, 0)

  const first = await newWork('writer')
  const opened = { Notes: [] as number[], Bible: [] as number[] }
  const regular = await signedIn(
    await regularBrowser(web, path.join(folder, 'opening')),
    first.writer,
    inPage,
  )
  const opening = await regular.newPage()
  for (let turn = 0; turn < VISITS_BEFORE + RUNS; turn += 1)
    for (const name of ['Bible', 'Notes'] as const) {
      await open(opening, first.address)
      const time = await openPanel(opening, name)
      // Before, V8 caches the compiled code.
      if (turn >= VISITS_BEFORE) opened[name].push(time)
      await closePanel(opening)
    }
  await regular.close()

  const browser = await launchChromium()
  const tasks = {
    reading: [] as number[],
    idle: [] as number[],
    work: [] as number[],
    idleWork: [] as number[],
  }
  let seconds = 0
  for (let turn = 0; turn < RUNS; turn += 1) {
    const { writer, address } = await newWork(`read-${turn}`)
    const context = await signedIn(await browser.newContext(contextOptions(web)), writer, inPage)
    const page = await context.newPage()
    await open(page, address)
    await openPanel(page, 'Notes')
    await page.getByRole('button', { name: 'Read the script...' }).click()
    await page.getByRole('radio', { name: 'Dialogue editor' }).check()
    await page.getByText(/^This uses/).waitFor()
    const start = performance.now()
    const reading = await longestTask(page, () => read(page))
    seconds = (performance.now() - start) / 1_000
    await page.waitForTimeout(1_000)
    const resting = await longestTask(page, () => idle(page, seconds))
    tasks.reading.push(reading.wall)
    tasks.work.push(reading.cpu)
    tasks.idle.push(resting.wall)
    tasks.idleWork.push(resting.cpu)
    await context.close()
  }
  const { rows } = await web.database.query<{ found: number }>(
    `select min(found) as found from public.readings where finished_at is not null and parts_read = parts`,
  )

  print(`${PAGES} pages, ${Math.round(text.length / 1_000)} KB, ${NOTES} notes`)
  judge(`storing a key beside ${MANY_NOTES} notes, ms`, keys, keys <= 25, 'at most 25')
  show('without notes', plainKeys, 'ms')
  const notes = median(opened.Notes)
  judge('opening the notes, ms', notes, notes <= 200, 'at most 200')
  show('opening the bible, which is empty', median(opened.Bible), 'ms')
  print(`a reading of ${Math.round(seconds)} s, which finds ${rows[0]?.found} notes`)
  // Server, database and provider share the machine, so a task is judged by the processor time that it takes.
  const work = median(tasks.work)
  judge('longest task while it runs, ms', work, work <= 50, 'at most 50')
  show('from its start to its end', median(tasks.reading), 'ms')
  show('longest task without a reading', median(tasks.idleWork), 'ms')
  show('from its start to its end', median(tasks.idle), 'ms')
  print(`load ${loadNow()}; median of ${RUNS}`)
})
