import { memo, useMemo, useRef, useState } from 'react'
import { messages } from '../../../messages.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerBody } from './answer-body.tsx'
import { AnswerNote } from './answer-note.tsx'
import {
  GrowingAnswer,
  isUsable,
  type ShownPart,
  shownWhileGrowing,
  storedParts,
} from './answer-parts.ts'
import { AnswerReview } from './answer-review.tsx'
import { FoldedText } from './folded-text.tsx'
import type { Message } from '../api/messages.ts'
import type { Generation } from '../generation/generation.ts'
import type { AnswerUse } from './use-answer-use.ts'
import { useRevealedText } from './use-revealed-text.ts'

const cursor = (
  <span
    aria-hidden="true"
    className="block-cursor block-cursor-waiting mt-1 h-[1.05em] w-[0.55em] align-[-0.15em]"
  />
)

type AnswerProps = {
  /** The stored answer; undefined while it is being generated. */
  message: Message | undefined
  /** The running generation. */
  generation: Generation | undefined
  title: string
  /** Whether its text is the current script. */
  isCurrent?: boolean
  /** Whether its text is folded until somebody wants to read it. */
  isFolding?: boolean
  /** Makes it the script; undefined while that is not possible. */
  onUse?: AnswerUse | undefined
  /** For the last answer: writes the rest of it, or another one. */
  onContinue?: (() => void) | undefined
  onRetry?: (() => void) | undefined
}

function useParts(
  message: Message | undefined,
  generation: Generation | undefined,
): readonly ShownPart[] {
  const text = useRevealedText(generation?.text, message && '')
  const [reader] = useState(() => new GrowingAnswer())
  const stored = useMemo(() => message && storedParts(message), [message])
  return stored ?? shownWhileGrowing(reader.read(text))
}

/** Whether a note below the answer says what was not applied. Parts may already say so themselves. */
function isNoted({ withheld, partly_applied, changes }: Message): boolean {
  if (withheld !== null) return withheld !== 'question'
  return partly_applied && !changes?.edits.some(({ applied }) => !applied)
}

/** An answer: what it says, and the script or the changes in it. A growing one stays in place when it completes. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { message, generation, title, isCurrent = false, onUse, onContinue, onRetry } = props
  const isFolding = message !== undefined && (props.isFolding ?? false)
  const [isOpen, setIsOpen] = useState(false)
  const parts = useParts(message, generation)
  const article = useRef<HTMLElement>(null)
  const [isUsing, setIsUsing] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function makeScript(messageId: string, onApply: AnswerUse): Promise<void> {
    setIsUsing(true)
    setFailure(undefined)
    const reason = await onApply(messageId)
    setIsUsing(false)
    setFailure(reason)
    // The button that had the focus is gone.
    if (reason === undefined) article.current?.focus({ preventScroll: true })
  }
  const handleUse = message && onUse && (() => void makeScript(message.id, onUse))
  const hasNote = message !== undefined && isNoted(message)
  const canUse = message !== undefined && !isCurrent && !hasNote && isUsable(message)
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={messages.chat.answer}
      aria-busy={message ? undefined : true}
      data-current={isCurrent || undefined}
      className="min-w-0 rounded-md border border-line bg-sheet shadow-sheet"
    >
      <FoldedText
        message={message}
        isCurrent={isCurrent}
        isFolding={isFolding}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
      >
        <AnswerBody
          parts={parts}
          isOffered={message?.withheld === null}
          cursor={!message && cursor}
        />
        {message && hasNote && (
          <AnswerNote
            message={message}
            onUse={handleUse}
            isUsing={isUsing}
            failure={failure}
            onContinue={onContinue}
            onRetry={onRetry}
          />
        )}
      </FoldedText>
      {message && (
        <AnswerReview
          message={message}
          onDone={() => article.current?.focus({ preventScroll: true })}
        />
      )}
      {message && (
        <AnswerActions
          message={message}
          title={title}
          isCurrent={isCurrent}
          isCompact={isFolding && !isOpen}
          use={canUse ? { onUse: handleUse, isUsing, failure } : undefined}
        />
      )}
    </article>
  )
})
