// Shared by the page benchmarks: server, writer, browser.
import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium } from '@playwright/test'
import { Client } from 'pg'
import { pino } from 'pino'
import { readConfig } from '../../server/process/config.ts'
import { start } from '../../server/main.ts'
import { undo } from '../support/bench-folder.ts'
import { anonKeyOf } from '../support/bench-server.ts'

export type Web = { url: string; database: Client }
export type BenchWriter = { id: string; session: string }

/** Serves the built app, with its own database in this folder. */
export async function startWeb(folder: string, env: Record<string, string> = {}): Promise<Web> {
  const dataDir = path.join(folder, 'data')
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, ...env })
  const server = await start(config, pino({ level: 'silent' }))
  undo.push(() => server.stop())
  const secrets = await readFile(path.join(dataDir, 'secrets.json'), 'utf8')
  const database = new Client({
    host: await realpath(path.join(dataDir, 'postgres')),
    user: 'script_writer',
    database: 'script_writer',
    password: (JSON.parse(secrets) as { databasePassword: string }).databasePassword,
  })
  await database.connect()
  undo.push(() => database.end())
  return { url: server.url, database }
}

/** An approved writer, and the session as the web app stores it. */
export async function signUp({ url, database }: Web, name: string): Promise<BenchWriter> {
  const anonKey = await anonKeyOf(url)
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, password: 'a good long password' }),
  })
  const session = (await answer.json()) as { user: { id: string } }
  const { id } = session.user
  await database.query('update public.profiles set approved = true where id = $1', [id])
  return { id, session: JSON.stringify(session) }
}

/** Returns the id of the script. */
export async function addScript(
  { database }: Web,
  { id }: BenchWriter,
  text: string,
): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into public.scripts (user_id, title, content) values ($1, 'The Counting of Boats', $2) returning id`,
    [id, JSON.stringify(text)],
  )
  return rows[0]?.id ?? ''
}

const executablePath = process.env['CHROMIUM_PATH']
const chromiumOptions = {
  ...(executablePath && { executablePath }),
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
}

export async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch(chromiumOptions)
  undo.push(() => browser.close())
  return browser
}

export const contextOptions = ({ url }: Web) => ({
  baseURL: url,
  viewport: { width: 1280, height: 800 },
})

/** A browser with a persistent profile: unlike a private window, it caches compiled code. */
export async function regularBrowser(web: Web, profile: string): Promise<BrowserContext> {
  const options = { ...chromiumOptions, ...contextOptions(web) }
  const context = await chromium.launchPersistentContext(profile, options)
  undo.push(() => context.close())
  return context
}

/** Signs the writer in, and injects a script into every page. */
export async function signedIn(
  context: BrowserContext,
  { session }: BenchWriter,
  inPage: { file: string; settings?: string },
): Promise<BrowserContext> {
  await context.addInitScript({
    content: `localStorage.setItem('script-writer-session', ${JSON.stringify(session)})
      ${inPage.settings ?? ''}`,
  })
  await context.addInitScript({ path: path.resolve(import.meta.dirname, inPage.file) })
  return context
}
