// Typing while an answer is under review, next to the plain page and a text area.
import type { Browser, Page } from '@playwright/test'
import { numberedScenes } from '../../screenplay/answers.ts'
import { applySplices } from '../../screenplay/changes.ts'
import { median } from '../support/median.ts'
import { clickInMiddle, p95, typeHere } from './page-typing.ts'
import {
  addScript,
  type BenchWriter,
  contextOptions,
  signedIn,
  signUp,
  type Web,
} from './web-bench.ts'

export const CHANGES = 10

/** What page-in-page.js adds to the page. */
type InPage = { benchTextArea: (text: string) => void }

/** Rewrites the first paragraph of some scenes, evenly spread. */
function changedScript(script: string): string {
  const scenes = numberedScenes(script)
  const every = Math.floor(scenes.length / CHANGES)
  const changed = scenes.filter(({ id }) => id % every === 1).slice(0, CHANGES)
  const splices = changed.map(({ start }) => {
    const at = script.indexOf('\n\n', start) + 2
    return { start: at, end: script.indexOf('\n', at), text: 'Nobody is here. The boats are gone.' }
  })
  return applySplices(script, splices)
}

/** Applies an answer as the server does in the transaction that ends a job. */
async function applyAnswer({ database }: Web, { id }: BenchWriter, scriptId: string, text: string) {
  await database.query(
    `with job as (
       insert into public.generation_jobs (user_id, prompt) values ($1, 'Go') returning id
     )
     select private.apply_answer_text(drafts.work_id, job.id, $3)
     from job, public.script_drafts as drafts where drafts.script_id = $2`,
    [id, scriptId, text],
  )
}

async function typeOn(page: Page, address: string, isReviewed: boolean): Promise<number> {
  await page.goto(address)
  await page.getByRole('textbox', { name: 'Script page' }).waitFor()
  const bar = page.getByRole('toolbar', { name: 'Review of the answer' })
  const place = bar.getByText(` of ${CHANGES}`)
  if (isReviewed) await place.waitFor()
  // Wait until the pages are laid out.
  await page.waitForTimeout(1_500)
  await clickInMiddle(page)
  const times = await typeHere(page)
  if (isReviewed && !(await place.isVisible())) throw new Error('The review has changed.')
  return p95(times)
}

/** Key times, p95, in milliseconds: on the page, on the page with a review open, in a text area. */
export async function typingInReview(
  web: Web,
  browser: Browser,
  { script, rounds }: { script: string; rounds: number },
) {
  const writer = await signUp(web, 'reviewer')
  const context = await signedIn(await browser.newContext(contextOptions(web)), writer, {
    file: 'page-in-page.js',
    settings: "localStorage.setItem('script-writer-view', 'page')",
  })
  const page = await context.newPage()
  const times = { plain: [] as number[], reviewed: [] as number[], area: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const plain = await addScript(web, writer, script)
    times.plain.push(await typeOn(page, `/editor/${plain}`, false))
    const reviewed = await addScript(web, writer, script)
    await applyAnswer(web, writer, reviewed, changedScript(script))
    times.reviewed.push(await typeOn(page, `/editor/${reviewed}`, true))
    await page.goto('/no/such/page')
    await page.evaluate((text) => (globalThis as unknown as InPage).benchTextArea(text), script)
    await page.waitForTimeout(500)
    times.area.push(p95(await typeHere(page)))
  }
  await context.close()
  return { plain: median(times.plain), reviewed: median(times.reviewed), area: median(times.area) }
}
