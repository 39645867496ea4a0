import { unknownUsage, type Usage, type Writer, WritingFailure } from '../../ai/writer.ts'
import { persist } from './persist.ts'
import { passagesFor } from '../prompt/attachment-context.ts'
import type { ContextBudget } from '../prompt/context-budget.ts'
import { Seam } from './join-continuation.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { Work, WorkQueue } from './work-queue.ts'

/** An answer that could not be applied, why (for the model), and the scenes that it should read in full. */
export type Repair = { answer: string; explanation: string; scenes: readonly number[] }

export type Written = {
  text: string
  usage: Usage
  /** A limit was reached before the end. */
  truncated: boolean
  /** The ids of the scenes that the model got in full; null for all. */
  read: ReadonlySet<number> | null
}

type Material = { queue: WorkQueue; writer: Writer; budget: ContextBudget; texts: TextWork }

/** Has the model answer the request, or answer it again. */
export async function writeAnswer(
  work: Work,
  { queue, writer, budget, texts }: Material,
  signal: AbortSignal,
  onText: (text: string) => void,
  repair: Repair | null,
): Promise<Written> {
  const tokens = budget.tokensFor(writer.name)
  const material = async () => {
    const [context, attachments] = await Promise.all([
      queue.contextOf(work),
      queue.attachmentsOf(work, passagesFor(tokens)),
    ])
    return {
      ...context,
      attachments,
      request: work.prompt,
      currentScript: work.current_script,
      continued: work.continued,
      target: targetOf(work),
      mode: work.mode,
      alternatives: work.alternatives,
      repair,
      tokens,
    }
  }
  // Read when it is this writer's turn: what waits holds no texts but its own.
  const built = await persist(() => texts.do(work.user_id, 'prompt', material, signal))
  const { usedExamples, wholeScenes } = built
  const prompt = { ...built.prompt, userId: work.user_id }
  // The demo looks at the request and the script, whatever the prompt says.
  const [recorded, context] = writer.ignoresExamples ? [[], null] : [usedExamples, built.context]
  const recording = persist(() => queue.recordContext(work, recorded, context))
  // Awaited below, also if the answer fails first.
  recording.catch(() => undefined)
  // The first attempt of a job has no recorded examples to replace: then the provider is called at once.
  const hasChanged = recorded.length > 0 || work.attempt > 1
  if (hasChanged && !(await recording)) throw new WritingFailure('aborted')
  const seam = new Seam(work.continued ?? '')
  const show = (words: string) => {
    if (words !== '') onText(words)
  }
  show(work.continued ?? '')
  let usage = unknownUsage
  let truncated = true
  for await (const part of writer.write(prompt, signal)) {
    if (part.type === 'text') {
      show(seam.add(part.text))
    } else ({ usage, truncated } = part)
  }
  await recording
  budget.learn(writer.name, built.tokens, usage.inputTokens)
  show(seam.end())
  const text = work.continued === null ? seam.text : withoutLoneEnd(seam.text)
  const read = writer.readsScript ? null : new Set(wholeScenes)
  return { text, usage, truncated, read }
}

const END_TAG = '</script>'

/** Drops an unmatched closing tag: the answer that is continued was stored without its tags. */
function withoutLoneEnd(text: string): string {
  const written = text.trimEnd()
  if (/<script>/i.test(text) || !/<\/script>$/i.test(written.slice(-END_TAG.length))) return text
  return written.slice(0, -END_TAG.length).trimEnd()
}

export const targetOf = ({ target_start: start, target_end: end }: Work) =>
  start === null || end === null ? null : { start, end }
