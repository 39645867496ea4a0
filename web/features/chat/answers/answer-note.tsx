import { RotateCw } from 'lucide-react'
import { use } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import type { Message } from '../api/messages.ts'
import { isUsable, screenplayText } from './answer-parts.ts'
import { OnPage } from './on-page.ts'

const { chat, common, edits } = messages

type AnswerNoteProps = {
  message: Message
  /** Makes the answer the script; undefined while that is not possible. */
  onUse: (() => void) | undefined
  isUsing: boolean
  /** Why that failed. */
  failure: string | undefined
  /** Both undefined for an older answer. */
  onContinue: (() => void) | undefined
  onRetry: (() => void) | undefined
}

/** The writer's own lines were kept, so the answer is another version and not a faulty one. */
const isVersion = ({ withheld, partly_applied }: Message) =>
  partly_applied || withheld === 'overlap'

/** Says what of an answer was not applied to the script, and what can be done about it. */
export function AnswerNote(props: AnswerNoteProps) {
  const { message, onUse, isUsing, failure, onContinue, onRetry } = props
  const { withheld } = message
  const onPage = use(OnPage)
  const text = screenplayText(message)
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2.5 text-md text-ink-2 sm:px-5">
      <p className="min-w-0 flex-1 basis-60">
        {withheld ? chat.withheld[withheld] : chat.partlyApplied}
      </p>
      {withheld === 'cut_off' && onContinue && (
        <Button size="sm" onClick={onContinue}>
          {chat.continue}
        </Button>
      )}
      {onPage && withheld && text !== '' && (
        <Button size="sm" onClick={() => onPage.insert(text)}>
          {edits.insert}
        </Button>
      )}
      {isUsable(message) && (
        <Button size="sm" disabled={!onUse} busy={isUsing} onClick={onUse}>
          {isVersion(message) ? chat.thisVersion : chat.anyway}
        </Button>
      )}
      {withheld && onRetry && (
        <Button size="sm" onClick={onRetry}>
          <RotateCw aria-hidden="true" />
          {common.retry}
        </Button>
      )}
      <div role="alert" className="w-full empty:hidden">
        {failure && <FailureNote>{failure}</FailureNote>}
      </div>
    </div>
  )
}
