import type { AnswerOutcome } from '../../../screenplay/answers.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { Answer, Application, Work, WorkQueue } from '../work-queue.ts'
import type { Judged } from './application.ts'

/** How often to evaluate an answer again because the text changed in between. */
const TRIES = 5

/**
 * Applies an answer to the working text and ends the job in one transaction, which changes nothing if the
 * text has changed since it was read. Undefined if the job has ended or belongs to another attempt.
 */
export async function completeAnswer(
  { queue, texts }: { queue: WorkQueue; texts: TextWork },
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
    const question = { judged, outcome, working: tries < TRIES ? working : null }
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
