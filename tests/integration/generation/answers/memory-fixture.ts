import { pino } from 'pino'
import { longScript } from '../../../../bench/support/long-script.ts'
import { createWriter } from '../../../../server/ai/create-writer.ts'
import { ContextBudget } from '../../../../server/generation/prompt/context-budget.ts'
import { summarizeNext } from '../../../../server/generation/work/run-reading.ts'
import { TextWork } from '../../../../server/generation/texts/text-work.ts'
import { WorkQueue } from '../../../../server/generation/work/work-queue.ts'
import { cleanUp } from '../../../support/clean-up.ts'
import { type Behaviour, openHostileProvider } from '../../../support/providers/hostile-provider.ts'
import { startLiveServer } from '../../../support/signed-in.ts'
import { createWriters, generate, newConversation, untilEnded } from '../generation-server.ts'

/** A script that does not fit into a prompt. */
const SCRIPT = longScript(40)

type Request = Parameters<Behaviour>[1]

export const messagesOf = ({ body }: Request) =>
  (body as { messages: { content: string }[] }).messages.map(({ content }) => content).join('\n')
export const isForNotes = (request: Request) => messagesOf(request).includes('You take notes')

/** The model's notes on every scene in the request, and on a known and an unknown character. */
export const notesOn = (request: Request) => {
  const ids = [...messagesOf(request).matchAll(/<scene id="(\d+)">\n/g)].map(([, id]) => id)
  const synopses = ids.map((id) => `<scene id="${id}">Note on ${id}.</scene>`).join('\n')
  return synopses
}

const SCENE = 'INT. PIER 2 - DAY\n\nNobody.'
const usual: Behaviour = (answer, request) => {
  answer.say(isForNotes(request) ? notesOn(request) : `<scene id="2">\n${SCENE}\n</scene>`)
  answer.end()
}

/** A server, its provider, and a writer with a conversation about a long script. */
export async function createMemoryFixture(env: Record<string, string> = {}) {
  const writers = await createWriters()
  const { pool, anna, database } = writers
  let behave = usual
  const { requests, baseUrl } = await openHostileProvider('openai-compatible', (...about) =>
    behave(...about),
  )
  const ai = { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'some-model', AI_BASE_URL: baseUrl }
  const start = (more: Record<string, string> = {}) =>
    startLiveServer(database.url, {}, { ...ai, ...more })
  const server = await start(env)
  const log = pino({ level: 'silent' })
  const settings = { provider: 'openai-compatible' as const, model: 'some-model', baseUrl }
  const writer = createWriter(settings, log, { tries: 1 })
  const models = { byDefault: () => Promise.resolve(writer) }
  const texts = new TextWork(log)
  cleanUp(() => texts.close())
  const budget = new ContextBudget(12_000)
  const parts = { queue: new WorkQueue(pool), models, budget, texts, log }
  let conversationId = ''
  return {
    ...writers,
    requests,
    summarizeNext: () => summarizeNext(parts, new AbortController()),
    server,
    start,
    reset: async () => {
      behave = usual
      requests.length = 0
      await pool.query('delete from public.script_drafts')
      await pool.query('update public.profiles set approved = true')
      conversationId = await newConversation(pool, anna)
    },
    behaves: (next: Behaviour) => {
      behave = next
    },
    /** How many prompts asked for notes. */
    noted: () => requests.filter(isForNotes).length,
    change: async (currentScript = SCRIPT) => {
      const prompt = 'Empty the second scene.'
      const jobId = await generate(server, anna, { prompt, currentScript, conversationId })
      const { script } = await untilEnded(server, anna, jobId)
      const asked = requests.findLast((request) => !isForNotes(request))
      return { script: script ?? '', asked: asked ? messagesOf(asked) : '' }
    },
    deleteText: () => pool.query('delete from public.script_drafts'),
    tenMinutesLater: () =>
      pool.query("update private.script_memories set tried_at = tried_at - interval '11 minutes'"),
    stored: async () => {
      const { rows } = await pool.query<{ synopses: object; text_hash: string | null }>(
        'select * from private.script_memories',
      )
      return rows
    },
  }
}
