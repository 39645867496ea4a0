// Opening a board of 200 cards and dragging on it, next to the page with the same script: npm run bench:board
import path from 'node:path'
import type { Page } from '@playwright/test'
import { frameWork } from './browser/frame-work.ts'
import { p95 } from './browser/page-typing.ts'
import {
  addScript,
  contextOptions,
  launchChromium,
  regularBrowser,
  signedIn,
  signUp,
  startWeb,
} from './browser/web-bench.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { longScript } from './support/long-script.ts'
import { median } from './support/median.ts'
import { judge, loadNow, print, show } from './support/report.ts'

const RUNS = 5
const VISITS_BEFORE = 3
const SCENES = 200
const COLUMNS = 4

type View = 'page' | 'board'
type InPage = {
  benchSeen: { ready: number }
  benchShowAs: (what: View) => Promise<number>
}

/** A long script in acts. */
function boardScript(): string {
  let scene = 0
  return longScript(SCENES).replaceAll(/^(?:INT|EXT)\. PIER .*$/gm, (heading) => {
    scene += 1
    const isFirst = (scene - 1) % (SCENES / COLUMNS) === 0
    const act = isFirst ? `# Act ${1 + (scene - 1) / (SCENES / COLUMNS)}\n\n` : ''
    return `${act}${heading}\n= What changes in scene ${scene}, in a sentence of the usual length.`
  })
}

const inView = (view: View) => ({
  file: 'board-in-page.js',
  settings: `localStorage.setItem('script-writer-view', 'page')
    localStorage.setItem('script-writer-show-as', '${view}')
    window.benchWaitsFor = '${view}'`,
})

/** Navigates in an open tab; resolves to the time until the first card or line is there. */
async function open(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.waitForFunction(() => (globalThis as unknown as InPage).benchSeen.ready > 0)
  return page.evaluate(() => (globalThis as unknown as InPage).benchSeen.ready)
}

const showAs = (page: Page, view: View) =>
  page.evaluate((what) => (globalThis as unknown as InPage).benchShowAs(what), view)

/** Drags a card over all columns that are in view, and back. */
async function drag(page: Page): Promise<void> {
  const box = await page.locator('[data-card]').nth(2).boundingBox()
  if (!box) throw new Error('There is no card.')
  await page.mouse.move(box.x + 80, box.y + 20)
  await page.mouse.down()
  for (let step = 0; step <= 240; step += 1) {
    const share = step < 120 ? step / 120 : 2 - step / 120
    await page.mouse.move(box.x + 80 + share * 900, box.y + 40 + Math.sin(step / 12) * 150 * share)
  }
  await page.keyboard.press('Escape')
  await page.mouse.up()
}

async function type(page: Page): Promise<void> {
  await page.locator('.cm-content').click({ position: { x: 300, y: 300 } })
  for (let key = 0; key < 120; key += 1) await page.keyboard.type('a ')
}

await inBenchFolder(async (folder) => {
  const web = await startWeb(folder)
  await signUp(web, 'administrator')
  const writer = await signUp(web, 'writer')
  const text = boardScript()
  const address = `/editor/${await addScript(web, writer, text)}`

  const navigated: Record<View, number[]> = { page: [], board: [] }
  for (const view of ['page', 'board'] as const) {
    const regular = await signedIn(
      await regularBrowser(web, path.join(folder, view)),
      writer,
      inView(view),
    )
    const page = await regular.newPage()
    // Let V8 cache the compiled code.
    for (let turn = 0; turn < VISITS_BEFORE; turn += 1) await open(page, address)
    for (let turn = 0; turn < RUNS; turn += 1) navigated[view].push(await open(page, address))
    await regular.close()
  }

  const browser = await launchChromium()
  const context = await signedIn(
    await browser.newContext(contextOptions(web)),
    writer,
    inView('page'),
  )
  const page = await context.newPage()
  await open(page, address)
  // Wait until the pages are laid out, and the code of the board is there.
  await page.waitForTimeout(2_500)
  const switched: Record<View, number[]> = { page: [], board: [] }
  for (let turn = 0; turn < RUNS; turn += 1) {
    switched.board.push(await showAs(page, 'board'))
    await page.waitForTimeout(500)
    switched.page.push(await showAs(page, 'page'))
    await page.waitForTimeout(500)
  }
  const typing = p95(await frameWork(page, () => type(page)))
  await showAs(page, 'board')
  await page.waitForTimeout(500)
  const dragging: number[] = []
  for (let turn = 0; turn < RUNS; turn += 1)
    dragging.push(p95(await frameWork(page, () => drag(page))))
  await context.close()

  print(`${SCENES} cards, ${Math.round(text.length / 1_000)} KB`)
  const opened = median(switched.board)
  judge('from the page to the board, ms', opened, opened <= 300, 'at most 300')
  show('from the board to the page', median(switched.page), 'ms')
  const loaded = median(navigated.board)
  show('navigation until the first card', loaded, 'ms')
  show('navigation until the page', median(navigated.page), 'ms')
  const frame = median(dragging)
  judge('work of a frame while dragging, p95, ms', frame, frame <= 16, 'at most 16')
  show('work of a frame while typing, p95', typing, 'ms')
  print(`load ${loadNow()}; median of ${RUNS}`)
})
