// One changed scene of a 120-page script: npm run bench:edits
import type { Pool } from 'pg'
import type { GenerationStatus } from '../contract/generation.ts'
import { numberedScenes } from '../screenplay/answers.ts'
import { tokensOf } from '../server/generation/prompt/tokens.ts'
import { startDatabase } from './support/bench-database.ts'
import { inBenchFolder } from './support/bench-folder.ts'
import { launchServer } from './support/bench-server.ts'
import { measurePage } from './browser/edits-on-page.ts'
import { longScript } from './support/long-script.ts'
import { median } from './support/median.ts'
import { startProvider } from './support/provider.ts'
import { judge, print } from './support/report.ts'
import type { Server } from './support/launch.ts'
import { CHANGES } from './browser/review-typing.ts'
import { FIRST_WORDS, scenePromptFor, type Timing } from './support/scripted-provider.ts'
import { serverSentEvents } from './support/server-sent-events.ts'
import { signUp, type User } from './support/sign-up.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const SCENE = 60
const MAX_INPUT = 12_000

const script = longScript(120)
const clock = () => performance.timeOrigin + performance.now()

type Setup = { server: Server; provider: Server; user: User; pool: Pool }

async function call<Answer>({ server, user }: Setup, name: string, body: object): Promise<Answer> {
  const url = `${server.url}/functions/v1/${name}`
  const { headers } = user
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as Answer
}

async function newConversation({ pool, user }: Setup): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into public.chat_conversations (user_id, title) values ($1, 'A chat') returning id",
    [user.id],
  )
  return rows[0]?.id ?? ''
}

function requireChange(status: GenerationStatus): void {
  const scenes = numberedScenes(script)
  const { start = 0, end = 0 } = scenes.find(({ id }) => id === SCENE) ?? {}
  const changed = status.script ?? ''
  const isKept = changed.startsWith(script.slice(0, start)) && changed.endsWith(script.slice(end))
  if (status.status !== 'completed' || !isKept || !changed.includes(FIRST_WORDS)) {
    throw new Error(`the change was not applied: ${status.status}, ${status.withheld}`)
  }
}

/** Asks for the change and follows it like a browser, until the status has the new script. */
async function changeScene(setup: Setup, name: string) {
  const { server, provider, user } = setup
  const { jobId } = await call<{ jobId: string }>(setup, 'generate-script', {
    prompt: scenePromptFor(name, SCENE),
    currentScript: script,
    conversationId: await newConversation(setup),
  })
  const { headers } = user
  let text = ''
  let shown = 0
  const stream = await fetch(`${server.url}/functions/v1/stream-generation?jobId=${jobId}`, {
    headers,
  })
  for await (const { event, data } of serverSentEvents(stream)) {
    if (event === 'delta') text += (data as { text: string }).text
    if (text.includes(FIRST_WORDS)) shown ||= clock()
  }
  const status = await call<GenerationStatus>(setup, 'check-generation-status', { jobId })
  const applied = clock()
  requireChange(status)
  const timings = (await (await fetch(provider.url)).json()) as Record<string, Timing>
  const { first, last, inputTokens, outputTokens } = timings[name] as Timing
  return { shown: shown - first, applied: applied - last, inputTokens, outputTokens }
}

async function bench(folder: string): Promise<void> {
  const { connection, pool } = await startDatabase(folder)
  const { provider, env: model } = await startProvider()
  const { server, anonKey } = await launchServer(folder, connection, model)
  const user = await signUp(server.url, anonKey, 'writer')
  await pool.query('update public.profiles set approved = true')
  const setup = { server, provider, user, pool }
  await changeScene(setup, 'warming-up')
  const rounds = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    rounds.push(await changeScene(setup, `round-${round}`))
  }
  report(rounds)
  reportPage(await measurePage(folder, provider, { script, rounds: ROUNDS }))
}

function report(rounds: Awaited<ReturnType<typeof changeScene>>[]): void {
  const rewrite = Math.ceil(tokensOf(script))
  const over = (figure: (round: (typeof rounds)[number]) => number) => median(rounds.map(figure))
  const input = over(({ inputTokens }) => inputTokens)
  const share = rewrite / over(({ outputTokens }) => outputTokens)
  print(`A script of ${rewrite} tokens; median of ${ROUNDS} rounds`)
  judge('tokens sent', input, input <= MAX_INPUT, `at most ${MAX_INPUT}`)
  judge('times fewer tokens written than by a rewrite', share, share >= 40, 'at least 40')
  const shown = over((round) => round.shown)
  judge('first token, until a changed word is read, ms', shown, shown <= 100, 'at most 100')
  const applied = over((round) => round.applied)
  judge('last token, until the change is applied, ms', applied, applied <= 250, 'at most 250')
}

function reportPage({ changes, keys }: Awaited<ReturnType<typeof measurePage>>): void {
  const shown = median(changes.map((round) => round.shown))
  judge('first token, until a changed word is on the page, ms', shown, shown <= 100, 'at most 100')
  const reviewed = median(changes.map((round) => round.reviewed))
  judge(
    'last token, until the change is under review, ms',
    reviewed,
    reviewed <= 250,
    'at most 250',
  )
  judge(
    `a key with a review of ${CHANGES} changes open, p95, ms`,
    keys.reviewed,
    keys.reviewed <= 20 && keys.reviewed <= keys.area,
    'at most 20 and the text area',
  )
  print(`  without a review ${keys.plain.toFixed(1)} ms, text area ${keys.area.toFixed(1)} ms`)
}

await inBenchFolder(bench)
