import { RotateCw } from 'lucide-react'
import type { Withheld } from '../../../../contract/generation.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'

const { chat, common } = messages

type WithheldNoteProps = {
  reason: Withheld
  onUse: (() => Promise<void>) | undefined
  /** Undefined for an older answer. */
  onRetry: (() => void) | undefined
}

/** Says why an answer did not become the script, and what can be done. */
export function WithheldNote({ reason, onUse, onRetry }: WithheldNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 text-md text-ink-2 sm:px-5">
      <p className="min-w-0 flex-1 basis-60">{chat.withheld[reason]}</p>
      <Button size="sm" disabled={!onUse} onClick={() => void onUse?.()}>
        {chat.anyway}
      </Button>
      {onRetry && (
        <Button size="sm" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          {common.retry}
        </Button>
      )}
    </div>
  )
}
