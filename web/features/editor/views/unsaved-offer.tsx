import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'

const { unsaved } = messages.desk

type UnsavedOfferProps = { onContinue: () => void; onForget: () => void }

/** On a new script: what was written the last time and never saved. */
export function UnsavedOffer({ onContinue, onForget }: UnsavedOfferProps) {
  return (
    <section
      aria-label={unsaved.text}
      className="flex shrink-0 flex-wrap items-center gap-2 border-b border-line bg-warn-wash px-4 py-2 text-md"
    >
      <span className="flex-1">{unsaved.text}</span>
      <Button size="sm" onClick={onContinue}>
        {unsaved.open}
      </Button>
      <Button size="sm" variant="ghost" onClick={onForget}>
        {unsaved.forget}
      </Button>
    </section>
  )
}
