import { reasonOf } from '../../error-text.ts'
import { messages } from '../../messages.ts'
import { Button } from '../../ui/button/button.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { useConversationFailure } from './load-failures.ts'

const { chat, common } = messages

/** In place of a conversation that is loading or could not be loaded. */
export function ChatLoading({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const reason = error && chat.loadFailed(reasonOf(error))
  useConversationFailure(error)
  return (
    <output className="m-auto flex flex-col items-center gap-3 text-md text-ink-2">
      {reason ? (
        <>
          {reason}
          <Button
            onClick={({ currentTarget }) => {
              // The button goes.
              currentTarget.closest<HTMLElement>('[role="log"]')?.focus()
              onRetry()
            }}
          >
            {common.retry}
          </Button>
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
