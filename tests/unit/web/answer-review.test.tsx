// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  AnswerReview,
  type ReviewOfAnswer,
  ReviewsOfAnswers,
} from '../../../web/features/chat/answers/answer-review.tsx'
import type { Message } from '../../../web/features/chat/api/messages.ts'

afterEach(cleanup)

const ignore = () => undefined

function renderReview(alternative: ReviewOfAnswer['alternative']) {
  const review = { pending: 2, alternative, decisions: null }
  render(
    <ReviewsOfAnswers value={new Map([['job', review]])}>
      <AnswerReview message={{ job_id: 'job', changes: null } as Message} onDone={ignore} />
    </ReviewsOfAnswers>,
  )
}

test('an answer says how many of its changes are to be judged', () => {
  renderReview(null)
  expect(screen.getByText('2 changes')).toBeDefined()
})

test('an answer with alternatives says which one is in the script', () => {
  renderReview({ shown: 1, of: 3 })
  expect(screen.getByText('Alternative 2 of 3 is in the script')).toBeDefined()
})
