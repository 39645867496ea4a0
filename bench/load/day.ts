import { setTimeout as pause } from 'node:timers/promises'
import { type Followed, clock, type Writer } from './writer.ts'

/**
 * What a writer does in 20 s, and when it begins. Real writers are several times slower: they type for minutes between
 * two prompts, and save when they stop. Drafts are as frequent as the browser sends them while somebody types.
 */
export const CYCLE = 20_000
const PLAN: readonly { at: number; step: Step }[] = [
  { at: 0, step: 'list' },
  { at: 1_500, step: 'open' },
  ...Array.from({ length: 8 }, (_, n) => ({ at: 3_000 + n * 1_300, step: 'draft' as const })),
  { at: 13_500, step: 'generate' },
  { at: 17_000, step: 'save' },
  { at: 18_500, step: 'search' },
]
/** Requests that are measured in a cycle: a generation is two, asking and reading. */
export const REQUESTS_PER_CYCLE = PLAN.length + 1
/** Milliseconds by which a writer may be earlier or later than planned. */
const JITTER = 600

/** What is measured. `prompt` is until the generation is accepted, `read` the text after its answer. */
export const OPERATIONS = ['list', 'open', 'draft', 'prompt', 'read', 'save', 'search'] as const
export type Operation = (typeof OPERATIONS)[number]
type Step = Exclude<Operation, 'prompt' | 'read'> | 'generate'

export type Sample = { operation: Operation; at: number; took: number }

/** Samples, answers and errors of all writers of this process. */
export class Records {
  readonly samples: Sample[] = []
  readonly answers: Followed[] = []
  readonly errors: string[] = []
  /** How much later than planned each step began, in ms. */
  readonly delays: number[] = []

  async time<T>(operation: Operation, work: () => Promise<T>): Promise<T> {
    const at = clock()
    const done = await work()
    this.samples.push({ operation, at, took: clock() - at })
    return done
  }
}

/** Takes one step; resolves when its last response has arrived. */
export async function take(writer: Writer, step: Step, records: Records): Promise<void> {
  if (step !== 'generate') {
    await records.time(step, async () => void (await writer[step]()))
    return
  }
  const asked = await records.time('prompt', () => writer.prompt())
  const answer = await writer.follow(asked)
  records.answers.push(answer)
  if (answer.status !== 'completed')
    records.errors.push(`${answer.name} ended with ${answer.status}`)
  await records.time('read', () => writer.read())
}

/**
 * Closed loop with a fixed rate: each step waits for its time and for the one before. A writer who falls behind goes on
 * at once, so `delays` tell whether the server kept up.
 */
export async function write(
  writer: Writer,
  begin: number,
  end: number,
  below: (limit: number) => number,
  records: Records,
): Promise<void> {
  for (let cycle = begin; cycle < end; cycle = Math.max(cycle + CYCLE, clock())) {
    for (const { at, step } of PLAN) {
      const due = cycle + at + below(JITTER)
      await pause(Math.max(0, due - clock()))
      if (clock() > end) return
      records.delays.push(clock() - due)
      await take(writer, step, records).catch((error: unknown) => {
        records.errors.push(`${step}: ${String(error)}`)
      })
    }
  }
}
