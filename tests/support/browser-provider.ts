import { EventEmitter, once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import { type Behaviour, startProvider } from './provider-server.ts'

type Answer = Parameters<Behaviour>[0]
type Body = { messages?: { content: string }[] }

/** What a held answer does next, as the test tells it. */
export type Step = { say: string } | { do: 'end' | 'reset' }

/** The answer to a prompt that wishes for nothing in particular. */
export const PLAIN_ANSWER = [
  'INT. HARBOUR OFFICE - NIGHT',
  'A lamp burns over an open ledger.',
  'MIRA\nNobody comes in this fog.',
  'JONAS\n(without looking up)\nThen who is that?',
  'CUT TO:',
].join('\n\n')

/** Thinking counts as a sign of life: a held answer never takes too long. */
const SIGN_OF_LIFE = 200

const behaviours: Record<string, (answer: Answer, detail: string) => unknown> = {
  refuse: (answer, status) => answer.refuse(Number(status), { error: { message: 'No.' } }),
  reset: (answer) => answer.reset(),
  empty: (answer) => answer.end(),
  filtered: (answer) => answer.end('refusing'),
  silent: () => undefined,
  async broken(answer) {
    answer.say('INT. ATTIC - DAY\n\nHalf a sente')
    await answer.flushed()
    answer.reset()
  },
}

/** The last words in brackets: the script before them may hold older ones. */
function wishOf(body: unknown) {
  const asked = (body as Body).messages?.at(-1)?.content ?? ''
  const [, wish = '', detail = ''] = [...asked.matchAll(/\[(\w+)(?: ([\w-]+))?\]/g)].at(-1) ?? []
  return { wish, detail }
}

async function showLife(answer: Answer, gone: AbortSignal): Promise<void> {
  answer.begin()
  const ticks = setInterval(SIGN_OF_LIFE, undefined, { signal: gone })
  while (!(await ticks.next().catch(() => ({ done: true }))).done) answer.think('.')
}

/**
 * The provider of the browser tests. Words in brackets in the prompt say what it does; what a held answer
 * does, the test tells while it goes on.
 */
export async function startBrowserProvider() {
  const steps = new Map<string, Step[]>()
  const news = new EventEmitter().setMaxListeners(0)

  function note({ name, step }: { name: string; step: Step }): void {
    steps.set(name, [...(steps.get(name) ?? []), step])
    news.emit(name)
  }

  async function hold(answer: Answer, name: string, closed: Promise<unknown>): Promise<void> {
    const gone = new AbortController()
    void closed.then(() => gone.abort())
    void showLife(answer, gone.signal)
    while (!gone.signal.aborted) {
      const step = steps.get(name)?.shift()
      if (!step) await once(news, name, { signal: gone.signal }).catch(() => undefined)
      else if ('say' in step) answer.say(step.say)
      else {
        answer[step.do]()
        return
      }
    }
  }

  return startProvider('openai-compatible', async (answer, { path, body, closed }) => {
    if (path.endsWith('/steps')) {
      note(body as { name: string; step: Step })
      answer.refuse(200)
      return
    }
    const { wish, detail } = wishOf(body)
    const behave = behaviours[wish]
    if (wish === 'held') await hold(answer, detail, closed)
    else if (behave) await behave(answer, detail)
    else {
      answer.say(PLAIN_ANSWER)
      answer.end()
    }
  })
}
