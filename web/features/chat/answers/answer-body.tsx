import type { ReactNode } from 'react'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import type { ShownPart } from './answer-parts.ts'
import { EditPart } from './edit-part.tsx'
import { Prose } from './prose.tsx'

type AnswerBodyProps = {
  parts: readonly ShownPart[]
  /** Whether parts that were not applied can be inserted one by one. */
  isOffered: boolean
  /** Shown after the last word while the answer grows. */
  cursor: ReactNode
}

/** Prose as prose, a script as a screenplay, other changes as one expandable line each. */
export function AnswerBody({ parts, isOffered, cursor }: AnswerBodyProps) {
  if (parts.length === 0)
    return <p className="px-4 pt-5 pb-6 font-script sm:px-8 sm:pt-7.5 sm:pb-8">{cursor}</p>
  const counts = new Map<string, number>()
  return parts.map((part, index) => {
    // A part keeps its key when the growing answer is stored.
    const count = counts.get(part.kind) ?? 0
    counts.set(part.kind, count + 1)
    const key = `${part.kind} ${count}`
    const end = index === parts.length - 1 && cursor
    if (part.kind === 'prose')
      return (
        <div
          key={key}
          className="space-y-2 px-4 py-3 text-md wrap-anywhere not-first:border-t not-first:border-line sm:px-5"
        >
          <Prose text={part.text} end={end} />
        </div>
      )
    if (part.kind === 'script')
      return (
        <div
          key={key}
          className="px-4 pt-5 pb-6 not-first:border-t not-first:border-line sm:px-8 sm:pt-7.5 sm:pb-8"
        >
          <Screenplay text={part.text} className="mx-auto" end={end} />
        </div>
      )
    return <EditPart key={key} edit={part.edit} isOffered={isOffered} />
  })
}
