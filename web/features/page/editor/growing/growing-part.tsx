import type { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import { followAnswer } from './follow-answer.ts'
import type { GrowingAnswer } from './growing-answer.ts'

type GrowingPartProps = { view: EditorView; answer: GrowingAnswer }

/** An answer on the page while it is written. */
export function GrowingPart({ view, answer }: GrowingPartProps): null {
  useEffect(() => followAnswer(view, answer), [view, answer])
  return null
}
