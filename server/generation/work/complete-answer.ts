import type { AnswerOutcome } from '../../../screenplay/answers.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { Answer, Work, WorkQueue } from './work-queue.ts'
import type { Application, Judged } from '../applying/application.ts'

/** How often to evaluate an answer again because the text changed in between. */
const TRIES = 5

/** `isTooSlow`: the text with the answer could not be stored in time, so it stays as it is. */
type Parts = { queue: WorkQueue; texts: TextWork; isTooSlow?: boolean }

/**
 * Applies an answer to the working text and ends the job in one transaction, which changes nothing if the
 * text has changed since it was read. Undefined if the job has ended or belongs to another attempt.
 */
export async function completeAnswer(
  { queue, texts, isTooSlow = false }: Parts,
  work: Work,
  answer: Omit<Answer, 'result' | 'changes'>,
  judged: Judged,
  outcome: AnswerOutcome,
): Promise<Application | undefined> {
  // If nothing is left to show, the chat shows what the model wrote.
  const result = outcome.shown === '' ? answer.written : outcome.shown
  let compares = false
  for (let tries = 0; ; tries += 1) {
    const working = await queue.workingText(work, compares)
    // Give up on a text that keeps changing.
    const gaveUp = tries < TRIES ? null : 'overlap'
    const question = { judged, outcome, working, gaveUp: isTooSlow ? 'too_slow' : gaveUp } as const
    const done = await texts.do(work.user_id, 'apply', question)
    if (!done) {
      compares = true
      continue
    }
    const { application: judgement, changes } = done
    // If the conversation was deleted meanwhile, so was its text.
    const application = work.conversation_id === null ? judgement : { ...judgement, script: null }
    const completion = await queue.complete(
      work,
      { ...answer, result, changes },
      application,
      working?.text_hash ?? null,
    )
    if (completion === 'completed') return application
    if (completion === 'taken') return undefined
  }
}
