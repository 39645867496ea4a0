import type { AnswerOutcome } from '../../../screenplay/scoped-edits.ts'
import type { Answer, Application, Work, WorkQueue } from '../work-queue.ts'
import { answerChanges } from './answer-changes.ts'
import { applicationOf, type Judged, withhold } from './application.ts'

/** How often an answer is judged again because the text changed in between. */
const TRIES = 5

/**
 * Makes an answer's changes in the working text and ends the job, in one transaction that changes nothing if
 * the text is no longer the one that was judged. Undefined if the job has ended or belongs to another attempt.
 */
export async function completeAnswer(
  queue: WorkQueue,
  work: Work,
  answer: Omit<Answer, 'result' | 'changes'>,
  judged: Judged,
  outcome: AnswerOutcome,
): Promise<Application | undefined> {
  // A model that says nothing still has an answer in the chat.
  const result = outcome.shown === '' ? answer.written : outcome.shown
  for (let tries = 0; ; tries += 1) {
    const working = await queue.workingText(work)
    // A text that keeps changing is left alone.
    const judgement = tries < TRIES ? applicationOf(judged, outcome, working) : withhold('overlap')
    // If the conversation was deleted meanwhile, so was its text.
    const application = work.conversation_id === null ? judgement : { ...judgement, script: null }
    const changes = answerChanges(judged.answer, judged.base, outcome, application.applied)
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
