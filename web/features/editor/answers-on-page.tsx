import { type ReactNode, useMemo } from 'react'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { type ShownEdit, OnPage } from '../chat/answers/answer-parts.ts'
import { type ReviewOfAnswer, ReviewsOfAnswers } from '../chat/answers/answer-review.tsx'
import type { useAnswerReviews } from '../review/use-answer-reviews.ts'
import type { EditorControl } from './editor-control.ts'

type Reviews = ReturnType<typeof useAnswerReviews>

function reviewsByJob(
  { reviews, keepAll, undoAll }: Reviews,
  hasPage: boolean,
): Map<string, ReviewOfAnswer> {
  const byJob = new Map<string, ReviewOfAnswer>()
  for (const { id, jobId, pending, alternative } of reviews)
    if (jobId !== null)
      byJob.set(jobId, {
        pending: pending.length,
        alternative,
        decisions: hasPage ? null : { keepAll: () => keepAll(id), undoAll: () => undoAll(id) },
      })
  return byJob
}

type AnswersOnPageProps = {
  onPage: EditorControl['onPage']
  reviews: Reviews
  /** Whether the page is shown beside the chat. */
  hasPage: boolean
  children: ReactNode
}

/** What the answers of the chat have to do with the page: their changes, and texts to insert. */
export function AnswersOnPage({ onPage, reviews, hasPage, children }: AnswersOnPageProps) {
  const actions = useMemo(
    () => ({
      insert: (text: string) => onPage((page) => page.insert(text)),
      show: ({ heading, id, text }: ShownEdit) =>
        onPage((page) => {
          if (!page.show({ heading, place: id, text }))
            showToast({ title: messages.edits.notThere })
        }),
    }),
    [onPage],
  )
  const byJob = useMemo(() => reviewsByJob(reviews, hasPage), [reviews, hasPage])
  return (
    <ReviewsOfAnswers value={byJob}>
      <OnPage value={actions}>{children}</OnPage>
    </ReviewsOfAnswers>
  )
}
