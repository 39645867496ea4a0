import { EventEmitter, once } from 'node:events'
import { setInterval } from 'node:timers/promises'
import { type Behaviour, startProvider } from '../providers/provider-server.ts'

type Answer = Parameters<Behaviour>[0]
type Body = { messages?: { role: string; content: string }[] }

/** What a dictated answer does next. */
export type Step = { say: string } | { do: 'end' | 'cut' | 'reset' }

/** The answer to a prompt without instructions in brackets. */
const PLAIN_ANSWER = [
  'INT. HARBOUR OFFICE - NIGHT',
  'A lamp burns over an open ledger.',
  'MIRA\nNobody comes in this fog.',
  'JONAS\n(without looking up)\nThen who is that?',
  'CUT TO:',
].join('\n\n')

/** Reasoning tokens keep a held answer from timing out. */
const SIGN_OF_LIFE = 200

const behaviours: Record<string, (answer: Answer, detail: string) => unknown> = {
  refuse: (answer, status) => answer.refuse(Number(status), { error: { message: 'No.' } }),
  async broken(answer) {
    answer.say('INT. ATTIC - DAY\n\nHalf a sente')
    await answer.flushed()
    answer.reset()
  },
}

const INSTRUCTION = /\[(\w+)(?: ([\w-]+))?\]/g

const FOLLOW_UP = /^Your answer (?:was cut off|could not be applied)/

/**
 * The last instruction in brackets, since the script before it may contain older ones. When an answer is
 * continued or requested again, the last message has none, so the original prompt's instruction is used.
 */
function instructionIn(body: unknown) {
  const { messages = [] } = body as Body
  const isFollowUp = FOLLOW_UP.test(messages.at(-1)?.content ?? '')
  const asked = messages.at(isFollowUp ? -3 : -1)?.content ?? ''
  const [, instruction = '', detail = ''] = [...asked.matchAll(INSTRUCTION)].at(-1) ?? []
  return { instruction, detail }
}

async function showLife(answer: Answer, gone: AbortSignal): Promise<void> {
  answer.begin()
  const ticks = setInterval(SIGN_OF_LIFE, undefined, { signal: gone })
  while (!(await ticks.next().catch(() => ({ done: true }))).done) answer.think('.')
}

/**
 * The AI provider of the browser tests. An instruction in brackets in the prompt says what it does; a held
 * answer is dictated by the test while it runs.
 */
export async function startBrowserProvider() {
  const steps = new Map<string, Step[]>()
  /** What held answers were asked for. */
  const asked = new Map<string, unknown>()
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
        if (step.do === 'cut') answer.end('cutting')
        else answer[step.do]()
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
    if (path.endsWith('/asked')) {
      answer.refuse(200, { body: asked.get((body as { name: string }).name) ?? null })
      return
    }
    const { instruction, detail } = instructionIn(body)
    if (instruction === 'held') asked.set(detail, body)
    const behave = behaviours[instruction]
    if (instruction === 'held') await hold(answer, detail, closed)
    else if (behave) await behave(answer, detail)
    else {
      answer.say(PLAIN_ANSWER)
      answer.end()
    }
  })
}
