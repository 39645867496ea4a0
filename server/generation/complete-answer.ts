import { judgeApplication, type Judged, withhold } from './judge-application.ts'
import type { Answer, Application, Work, WorkQueue } from './work-queue.ts'

/** How often an answer is judged again because the text changed in between. */
const TRIES = 5

/**
 * Judges an answer against the working text and ends the job, in one transaction that changes nothing if the
 * text is no longer the one that was judged. Undefined if the job has ended or belongs to another attempt.
 */
export async function completeAnswer(
  queue: WorkQueue,
  work: Work,
  answer: Answer,
  finish: Judged['finish'],
): Promise<Application | undefined> {
  const { current_script: base, prompt: request } = work
  const judged: Judged = { base, request, answer: answer.result, finish }
  for (let tries = 0; ; tries += 1) {
    const working = await queue.workingText(work)
    // A text that keeps changing is left alone.
    const application = tries < TRIES ? judgeApplication(judged, working) : withhold('overlap')
    const outcome = await queue.complete(work, answer, application, working?.text_hash ?? null)
    if (outcome === 'completed') return application
    if (outcome === 'taken') return undefined
  }
}
