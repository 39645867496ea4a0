import { useId, useState } from 'react'
import { messages } from '../../messages.ts'
import { Screenplay } from '../../screenplay-view/screenplay.tsx'

type ScriptSheetProps = {
  text: string
  opensAt: 'start' | 'end'
}

/** The script as it is now, in the conversation about it. */
export function ScriptSheet({ text, opensAt }: ScriptSheetProps) {
  const headingId = useId()
  // Keeps the first value, so that the first message does not render the script again from its end.
  const [firstOpensAt] = useState(opensAt)
  return (
    <article
      aria-labelledby={headingId}
      data-current=""
      className="min-w-0 rounded-md border border-line bg-sheet shadow-sheet"
    >
      <h2 id={headingId} className="border-b border-line px-4 py-2 text-sm text-ink-2 sm:px-5">
        {messages.chat.currentScript}
      </h2>
      <div className="px-4 pt-5 pb-6 sm:px-8 sm:pt-7.5 sm:pb-8">
        <Screenplay text={text} className="mx-auto" opensAt={firstOpensAt} />
      </div>
    </article>
  )
}
