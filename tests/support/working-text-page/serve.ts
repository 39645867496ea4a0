import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { build } from 'vite'
import { sql } from '../browser-people.ts'

type Bundle = { output: { fileName: string; code?: string }[] }

/** Builds the page; it is no part of the app. */
export async function buildPage(): Promise<string> {
  const built = (await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
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

/** From now on this context gets the page in place of the app. */
export const servePage = (context: BrowserContext, script: string) =>
  context.route(/\/assets\/[\w-]+\.js$/, (route) => {
    const isApp = route.request().url().includes('/assets/app-')
    return route.fulfill({ contentType: 'text/javascript', body: isApp ? script : '' })
  })

export const textArea = (page: Page): Locator => page.getByLabel('Script page')

export async function openText(page: Page, workId: string): Promise<void> {
  await page.goto(`/login?work=${workId}`)
  await expect(textArea(page)).toBeEnabled()
}

export const stateOf = async (page: Page) =>
  JSON.parse(await page.getByLabel('State').innerText()) as Record<string, unknown>

export const expectState = (page: Page, state: Record<string, unknown>) =>
  expect.poll(() => stateOf(page)).toMatchObject(state)

/** Types at the end, or at a place. */
export async function typeAt(page: Page, place: number | 'end', text: string): Promise<void> {
  await textArea(page).evaluate((area: HTMLTextAreaElement, at) => {
    const caret = at === 'end' ? area.value.length : at
    area.focus()
    area.setSelectionRange(caret, caret)
  }, place)
  await page.keyboard.type(text)
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
