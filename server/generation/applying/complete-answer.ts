import type { AnswerOutcome } from '../../../screenplay/answers.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { Answer, Application, Work, WorkQueue } from '../work-queue.ts'
import type { Judged } from './application.ts'

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
  for (let tries = 0; ; tries += 1) {
    const working = await queue.workingText(work)
    // Give up on a text that keeps changing.
    const gaveUp = tries < TRIES ? null : 'overlap'
    const question = { judged, outcome, working, gaveUp: isTooSlow ? 'too_slow' : gaveUp } as const
    const { application: judgement, changes } = await texts.do(work.user_id, 'apply', question)
    // If the conversation was deleted meanwhile, so was its text.
    const application = work.conversation_id === null ? judgement : { ...judgement, script: null }
    const done = await queue.complete(
      work,
      { ...answer, result, changes },
      application,
      working?.text_hash ?? null,
    )
    if (done === 'completed') return application
    if (done === 'taken') return undefined
  }
}
