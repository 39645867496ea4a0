import { createContext, use } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { Message } from '../api/messages.ts'

const { edits, review: words } = messages

/** The changes of an answer that are still to be reviewed. */
export type ReviewOfAnswer = {
  pending: number
  /** Which alternative is in the script, from 0; null without alternatives. */
  alternative: { shown: number; of: number } | null
  /** Null while the page is shown, whose review bar decides. */
  decisions: { keepAll: () => void; undoAll: () => void } | null
}

/** The answers under review, by the jobs that made them. */
export const ReviewsOfAnswers = createContext<ReadonlyMap<string, ReviewOfAnswer>>(new Map())

/** The scene that an answer changed; null if it is not exactly one. */
function sceneOf({ changes }: Message): number | null {
  const ids = new Set(changes?.edits.map(({ id }) => id))
  const [only = null] = ids
  return ids.size === 1 ? only : null
}

type AnswerReviewProps = {
  message: Message
  /** Called after a decision, which removes the buttons. */
  onDone: () => void
}

/** How many changes are left to review on the page; without the page, with buttons to keep or undo all of them. */
export function AnswerReview({ message, onDone }: AnswerReviewProps) {
  const reviews = use(ReviewsOfAnswers)
  const review = message.job_id === null ? undefined : reviews.get(message.job_id)
  if (!review) return null
  const decide = (decision: () => void) => () => {
    decision()
    onDone()
  }
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2 sm:px-5">
      <p className="min-w-0 flex-1 basis-32 font-script text-sm text-ink-2">
        {review.alternative
          ? edits.inScript(review.alternative.shown + 1, review.alternative.of)
          : edits.toReview(review.pending, sceneOf(message))}
      </p>
      {review.decisions && (
        <>
          <Button size="sm" onClick={decide(review.decisions.undoAll)}>
            {words.undoAll}
          </Button>
          <Button size="sm" variant="primary" onClick={decide(review.decisions.keepAll)}>
            {words.keepAll}
          </Button>
        </>
      )}
    </div>
  )
}
