import { messages } from '../../messages.ts'
import { Screenplay } from '../../screenplay-view/screenplay.tsx'

/** A script that nobody has talked about yet. */
export function CurrentScript({ text }: { text: string }) {
  return (
    <article
      aria-label={messages.chat.currentScript}
      className="rounded-md border border-line bg-sheet px-4 py-6 shadow-sheet sm:px-8 sm:py-8"
    >
      <Screenplay text={text} className="mx-auto" opensAt="start" />
    </article>
  )
}
