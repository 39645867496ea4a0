import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { useConversationFailure } from './use-conversation-failure.ts'

const { chat, common } = messages

/** While a conversation is not there: still loading, or not to be had. */
export function ChatState({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const reason = error && chat.loadFailed(error.message)
  useConversationFailure(error)
  return (
    <output className="m-auto flex flex-col items-center gap-3 text-md text-ink-2">
      {reason ? (
        <>
          {reason}
          <Button onClick={onRetry}>{common.retry}</Button>
        </>
      ) : (
        <>
          <SpinnerIcon className="size-6 text-accent" />
          {chat.loading}
        </>
      )}
    </output>
  )
}
