import { use, useId, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { type ShownEdit, OnPage } from './answer-parts.ts'
import { copyText } from '../../../ui/feedback/copy-text.ts'

const words = messages.edits

function CopyButton({ text }: { text: string }) {
  return (
    <Button size="sm" onClick={() => void copyText(text.trim(), words)}>
      {words.copy}
    </Button>
  )
}

const countLines = (text: string) => text.trim().split('\n').length

type EditPartProps = {
  edit: ShownEdit
  /** Whether it can be inserted if it was not applied. */
  isOffered: boolean
  /** Whether it says what the script says already. */
  isSame: boolean
  /** Whether its text is shown at once. */
  isOpenAtFirst: boolean
}

/** One change by an answer: which scene, and its text on demand. */
export function EditPart({ edit, isOffered, isSame, isOpenAtFirst }: EditPartProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  const textId = useId()
  const onPage = use(OnPage)
  const isStreaming = edit.isApplied === undefined
  const hasText = edit.text.trim() !== ''
  return (
    <div className="border-line px-4 py-1.5 not-first:border-t sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4">
        <p
          className="min-w-0 flex-1 basis-60 py-1 font-script text-sm wrap-anywhere text-ink-2"
          dir="auto"
        >
          {words.line(edit)}
          {isStreaming && hasText && words.linesSoFar(countLines(edit.text))}
        </p>
        <div className="-mx-2.5 flex flex-wrap touch:-mx-3.5">
          {hasText && (
            <Button
              variant="ghost"
              size="sm"
              aria-expanded={isOpen}
              aria-controls={isOpen ? textId : undefined}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? words.hide : words.showHere}
            </Button>
          )}
          {onPage && edit.isApplied && edit.kind !== 'deleted' && (
            <Button variant="ghost" size="sm" onClick={() => onPage.show(edit)}>
              {words.goTo}
            </Button>
          )}
        </div>
      </div>
      {isOpen && (
        <div id={textId} className="py-3">
          <Screenplay text={edit.text} className="mx-auto" />
        </div>
      )}
      {isSame && edit.isApplied === false && (
        <p className="pb-1.5 text-md text-ink-2">{words.same}</p>
      )}
      {isOffered && !isSame && edit.isApplied === false && (
        <div className="flex flex-wrap items-center gap-2 pb-1.5 text-md text-ink-2">
          <p className="min-w-0 flex-1 basis-60">{words.kept}</p>
          {onPage && hasText && (
            <Button size="sm" onClick={() => onPage.insert(edit.text)}>
              {words.insert}
            </Button>
          )}
          {hasText && <CopyButton text={edit.text} />}
        </div>
      )}
    </div>
  )
}
