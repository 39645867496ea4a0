import type { EditorView } from '@codemirror/view'
import { useEffect } from 'react'
import type { WorkingText } from '../../../document/text/working-text.ts'
import { followAnswer } from './follow-answer.ts'
import type { GrowingAnswer } from './growing-answer.ts'

type GrowingPartProps = { view: EditorView; text: WorkingText; answer: GrowingAnswer }

/** An answer on the page while it is written. */
export function GrowingPart({ view, text, answer }: GrowingPartProps): null {
  useEffect(() => followAnswer(view, text, answer), [view, text, answer])
  return null
}
