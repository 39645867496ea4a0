import { memo, useRef, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerAnnouncer } from './answer-announcer.tsx'
import { AnswerNote } from './answer-note.tsx'
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
  /** Makes it the script; undefined while that is not possible. */
  onUse?: AnswerUse | undefined
  /** For the last answer: writes the rest of it, or another one. */
  onContinue?: (() => void) | undefined
  onRetry?: (() => void) | undefined
}

/** An answer, shown as a screenplay. A growing one stays in place when it completes. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { message, generation, title, isCurrent = false, onUse, onContinue, onRetry } = props
  const text = useRevealedText(generation?.text, message?.content)
  // Only an answer that grew here is announced, including its end.
  const [growing] = useState(generation?.text)
  const article = useRef<HTMLElement>(null)
  const [isUsing, setIsUsing] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function makeScript(messageId: string, onApply: AnswerUse): Promise<void> {
    setIsUsing(true)
    setFailure(undefined)
    const reason = await onApply(messageId)
    setIsUsing(false)
    setFailure(reason)
    // Its button is gone.
    if (reason === undefined) article.current?.focus({ preventScroll: true })
  }
  const handleUse = message && onUse && (() => void makeScript(message.id, onUse))
  const isNoted = message !== undefined && (message.withheld !== null || message.partly_applied)
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={messages.chat.answer}
      aria-busy={message ? undefined : true}
      data-current={isCurrent || undefined}
      className="min-w-0 rounded-md border border-line bg-sheet shadow-sheet"
    >
      <div className="px-4 pt-5 pb-6 sm:px-8 sm:pt-7.5 sm:pb-8">
        {text === '' ? (
          <p className="font-script">{cursor}</p>
        ) : (
          <Screenplay text={text} className="mx-auto" end={!message && cursor} />
        )}
      </div>
      {message && isNoted && (
        <AnswerNote
          message={message}
          onUse={handleUse}
          isUsing={isUsing}
          failure={failure}
          onContinue={onContinue}
          onRetry={onRetry}
        />
      )}
      {message && (
        <AnswerActions
          message={message}
          title={title}
          isCurrent={isCurrent}
          use={isCurrent || isNoted ? undefined : { onUse: handleUse, isUsing, failure }}
        />
      )}
      {growing && <AnswerAnnouncer growing={growing} whole={message?.content} />}
    </article>
  )
})
