import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'

const words = messages.overlaps

/** Beside the chat alone: the question itself is on the page. */
export function OverlapNote({ onPage }: { onPage: () => void }) {
  return (
    <section
      aria-label={words.bar}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-warn-wash px-4 py-2 text-md"
    >
      <span className="flex-1">{words.title}</span>
      <Button size="sm" onClick={onPage}>
        {words.onPage}
      </Button>
    </section>
  )
}
