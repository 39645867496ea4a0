// Moving to another branch of a long conversation, compared with reading its list: npm run bench:branches
import type { Page } from '@playwright/test'
import { computingOf } from './browser/editor-seen.ts'
import { addWork, MESSAGES, PAGES } from './browser/editor-work.ts'
import {
  type BenchWriter,
  contextOptions,
  launchChromium,
  signedIn,
  signUp,
  startWeb,
  type Web,
} from './browser/web-bench.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { median } from './support/median.ts'
import { judge, print } from './support/report.ts'

const TURNS = 20
/** Let V8 compile first. */
const TURNS_BEFORE = 6

/** Another answer to the last prompt, which changed a line of the script. */
async function addBranch({ database }: Web, { id }: BenchWriter): Promise<void> {
  const { rows } = await database.query<{ conversation: string; prompt: string; job: string }>(
    `with asked as (
       select conversation_id, id from public.chat_messages
       where user_id = $1 and type = 'user' order by created_at desc limit 1
     ), made as (
       insert into public.generation_jobs (user_id, conversation_id, prompt, status, result, finished_at)
       select $1, conversation_id, 'Again', 'completed', 'Another answer.', now() from asked returning id
     )
     select asked.conversation_id as conversation, asked.id as prompt, made.id as job from asked, made`,
    [id],
  )
  const [row] = rows
  // The other answer is one scene, like most.
  await database.query(
    `update public.chat_messages set content = left(content, 2000)
     where id = (select id from public.chat_messages where user_id = $1 order by created_at desc limit 1)`,
    [id],
  )
  await database.query(
    `select private.put_answer(drafts.id, $2, replace(private.text_of_pieces(texts.pieces), 'boat', 'ship'))
     from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
     where drafts.user_id = $1`,
    [id, row?.job],
  )
  await database.query(
    `insert into public.chat_messages (conversation_id, user_id, type, content, job_id, parent_id)
     values ($1, $2, 'ai', 'Another answer.', $3, $4)`,
    [row?.conversation, id, row?.job, row?.prompt],
  )
}

type InPage = {
  benchUntilShown: (button: string, wanted: string) => Promise<number>
  benchUntilRead: (url: string, headers: Record<string, string>) => Promise<number>
}

const untilShown = (page: Page, button: string, text: string) =>
  page.evaluate(
    ([name = '', wanted = '']) => (globalThis as unknown as InPage).benchUntilShown(name, wanted),
    [button, text],
  )

const untilRead = (page: Page, list: { url: string; headers: Record<string, string> }) =>
  page.evaluate(
    ({ url, headers }) => (globalThis as unknown as InPage).benchUntilRead(url, headers),
    list,
  )

await inBenchFolder(async (folder) => {
  const web = await startWeb(folder)
  await signUp(web, 'administrator')
  const writer = await signUp(web, 'writer')
  const scriptId = await addWork(web, writer)
  await addBranch(web, writer)
  const browser = await launchChromium()
  const context = await browser.newContext(contextOptions(web))
  const page = await (await signedIn(context, writer, { file: 'branches-in-page.js' })).newPage()
  await page.goto(`/editor/${scriptId}`)
  await page.getByRole('group', { name: '2 of 2' }).waitFor()

  let reading = { url: '', headers: {} }
  page.on('request', (request) => {
    const isList = request.url().includes('/rest/v1/chat_messages?')
    if (isList) reading = { url: request.url(), headers: request.headers() }
  })
  const computing = await computingOf(page)
  const switches: number[] = []
  const computed: number[] = []
  for (let turn = 0; turn < TURNS_BEFORE + TURNS; turn += 1) {
    const isBack = turn % 2 === 0
    const button = isBack ? 'Previous version' : 'Next version'
    const before = await computing()
    switches.push(await untilShown(page, button, isBack ? '1 of 2' : '2 of 2'))
    computed.push((await computing()) - before)
    // The script has followed, and nothing else is on its way.
    await page.waitForTimeout(2_000)
  }
  // The floor: reading the list, which every switch has to do.
  const lists: number[] = []
  for (let turn = 0; turn < TURNS; turn += 1) lists.push(await untilRead(page, reading))
  const measured = switches.slice(TURNS_BEFORE)
  const [shown, list] = [median(measured), median(lists)]
  print(`a script of ${PAGES} pages and ${MESSAGES} messages, median of ${TURNS}`)
  judge('from the click until another branch is shown, ms', shown, shown <= 50, 'at most 50')
  print(`  CPU time ${median(computed.slice(TURNS_BEFORE)).toFixed(0)} ms`)
  print(
    `  slowest ${Math.max(...measured).toFixed(0)} ms; reading the list alone ${list.toFixed(0)} ms`,
  )
})
