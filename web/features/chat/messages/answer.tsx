import { memo, type ReactElement, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerAnnouncer } from './answer-announcer.tsx'
import type { Message } from '../api/messages.ts'
import type { Generation } from '../generation/generation.ts'
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
  /** Says why it did not become the script. */
  withheld?: ReactElement | undefined
}

/** An answer, shown as a screenplay. A growing one stays in place when it completes. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { message, generation, title, isCurrent, withheld } = props
  const text = useRevealedText(generation?.text, message?.content)
  // Only an answer that grew here is announced, including its end.
  const [growing] = useState(generation?.text)
  return (
    <article
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
      {withheld}
      {message && <AnswerActions message={message} title={title} />}
      {growing && <AnswerAnnouncer growing={growing} whole={message?.content} />}
    </article>
  )
})
