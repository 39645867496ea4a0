// @vitest-environment happy-dom
import { EditorState, Transaction } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { parse } from '../../../../screenplay/model.ts'
import { pendingChanges } from '../../../../screenplay/answers.ts'
import { docOf } from '../../../../web/features/document/text/changes.ts'
import type { PageReviews } from '../../../../web/features/page/editor/review/page-reviews.ts'
import { reviewField } from '../../../../web/features/page/editor/review/review-field.ts'
import { reviewing } from '../../../../web/features/page/editor/review/review-part.tsx'
import { pageMetrics } from '../../../../web/features/page/editor/rows/page-layout.ts'
import { pageRows } from '../../../../web/features/page/editor/rows/page-rows.ts'

const BEFORE = 'INT. TRAM - NIGHT\n\nRain.\n'
const AFTER = 'INT. TRAM - NIGHT\n\nSnow.\n'

test('a page that gets the text of an answer after its changes are known shows them', async () => {
  const pending = pendingChanges({ before: BEFORE, after: AFTER, working: AFTER, kept: [] })
  const answer = { id: 'answer', jobId: null, before: parse(BEFORE), pending, alternative: null }
  const reviews = {
    shown: () => ({ doc: docOf(AFTER), answers: [answer] }),
    subscribe: () => () => undefined,
    onWhole: () => () => undefined,
    takeNew: () => false,
  } as unknown as PageReviews
  const view = new EditorView({
    state: EditorState.create({
      doc: BEFORE,
      extensions: [pageMetrics.of({ rowHeight: 20, flows: false }), pageRows, reviewing(reviews)],
    }),
  })
  const shown = () => view.state.field(reviewField).changes.length
  await Promise.resolve()
  expect(shown()).toBe(0)
  view.dispatch({
    changes: { from: 0, to: BEFORE.length, insert: AFTER },
    annotations: Transaction.remote.of(true),
  })
  await Promise.resolve()
  expect(shown()).toBe(1)
  view.destroy()
})
