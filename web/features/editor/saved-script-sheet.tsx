import { useId, useState } from 'react'
import { messages } from '../../messages.ts'
import { Screenplay } from '../../screenplay-view/screenplay.tsx'

const { chat } = messages

type SavedScriptSheetProps = {
  text: string
  /** Whether no answer has changed it since it was saved. */
  isCurrent: boolean
  opensAt: 'start' | 'end'
}

/** The saved script, in the conversation about it. */
export function SavedScriptSheet({ text, isCurrent, opensAt }: SavedScriptSheetProps) {
  const headingId = useId()
  // The first message does not render it again from its end.
  const [firstOpensAt] = useState(opensAt)
  return (
    <article
      aria-labelledby={headingId}
      data-current={isCurrent || undefined}
      className="min-w-0 rounded-md border border-line bg-sheet shadow-sheet"
    >
      <h2 id={headingId} className="border-b border-line px-4 py-2 text-sm text-ink-2 sm:px-5">
        {isCurrent ? chat.currentScript : chat.savedScript}
      </h2>
      <div className="px-4 pt-5 pb-6 sm:px-8 sm:pt-7.5 sm:pb-8">
        <Screenplay text={text} className="mx-auto" opensAt={firstOpensAt} />
      </div>
    </article>
  )
}
