import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { eventually, sql } from '../browser/people.ts'

type Bundle = { output: { fileName: string; code?: string }[] }

async function bundle(): Promise<string> {
  // Imported only here, since loading Vite takes as long as building the page.
  const { build } = await import('vite')
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    build: {
      write: false,
      target: 'esnext',
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: fileURLToPath(new URL('main.tsx', import.meta.url)),
        output: { codeSplitting: false },
      },
    },
  })) as Bundle | Bundle[]
  const [{ output } = { output: [] }] = [built].flat()
  const script = output.find(({ fileName }) => fileName.endsWith('.js'))?.code
  if (!script) throw new Error('The page was not built.')
  return script
}

/** The script of the page, which is not part of the app. The first worker that needs it builds it for all. */
export async function buildPage(): Promise<string> {
  const dataDir = process.env['SCRIPT_WRITER_DATA_DIR']
  if (!dataDir) return bundle()
  const folder = path.join(dataDir, '../working-text-page')
  const file = path.join(folder, 'page.js')
  const isFirst = (await mkdir(folder, { recursive: true })) !== undefined
  if (isFirst) {
    await writeFile(`${file}.part`, await bundle())
    await rename(`${file}.part`, file)
  }
  await eventually(() => Promise.resolve(existsSync(file) || undefined), 60_000)
  return readFile(file, 'utf8')
}

/** Serves this script in place of the app, to one page or to every page of a context. */
export const servePage = (place: BrowserContext | Page, script: string) =>
  place.route(/\/assets\/[\w-]+\.js$/, (route) => {
    const isApp = route.request().url().includes('/assets/app-')
    return route.fulfill({ contentType: 'text/javascript', body: isApp ? script : '' })
  })

const REST = '**/rest/v1/**'

/** Makes the data API unreachable, while the page can still be loaded. */
export async function unreachable(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(REST, (route) => route.abort('internetdisconnected'))
  return () => context.unroute(REST)
}

export const textArea = (page: Page): Locator => page.getByLabel('Script page')

export async function openText(page: Page, workId: string): Promise<void> {
  await page.goto(`/login?work=${workId}`)
  await expect(textArea(page)).toBeEnabled()
}

export const stateOf = async (page: Page) =>
  JSON.parse(await page.getByLabel('State').innerText()) as Record<string, unknown>

export const expectState = (page: Page, state: Record<string, unknown>) =>
  expect.poll(() => stateOf(page)).toMatchObject(state)

/** Types at the end or at a position, as one input: single keys would render the page each time. */
export async function typeAt(page: Page, place: number | 'end', text: string): Promise<void> {
  await textArea(page).evaluate((area: HTMLTextAreaElement, at) => {
    const caret = at === 'end' ? area.value.length : at
    area.focus()
    area.setSelectionRange(caret, caret)
  }, place)
  if (text) await page.keyboard.insertText(text)
}

/** The text on the server. */
export async function storedText(workId: string): Promise<string | undefined> {
  const [row] = await sql<{ text: string }>(
    `select private.text_of_pieces(texts.pieces) as text
     from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
     where drafts.work_id = $1`,
    [workId],
  )
  return row?.text
}

/** Origins and texts of all versions, oldest first. */
export const storedVersions = async (workId: string): Promise<[string, string][]> =>
  (
    await sql<{ origin: string; text: string }>(
      `select versions.origin, private.text_of_pieces(texts.pieces) as text
       from public.script_versions as versions
       join private.version_texts as texts on texts.version_id = versions.id
       where versions.work_id = $1 order by versions.number`,
      [workId],
    )
  ).map(({ origin, text }) => [origin, text])
