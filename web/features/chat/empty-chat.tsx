import { classNames } from '../../lib/class-names.ts'
import { messages } from '../../messages.ts'

const { chat } = messages

type EmptyChatProps = {
  onExample: (prompt: string) => void
  /** Whether the script follows, which needs the room. */
  isAboveScript: boolean
}

/** The empty state, with an example that one click puts into the prompt. */
export function EmptyChat({ onExample, isAboveScript }: EmptyChatProps) {
  return (
    <div
      className={classNames(
        'grid max-w-120 justify-items-center text-center',
        isAboveScript ? 'mx-auto gap-1.5' : 'm-auto gap-3 py-10',
      )}
    >
      <h2 className="font-script text-xl font-bold">{chat.emptyTitle}</h2>
      <p className="text-balance text-ink-2">{chat.emptyHint}</p>
      <p className={classNames('text-sm text-ink-2', !isAboveScript && 'mt-3')}>
        {chat.exampleLabel}
      </p>
      <button
        type="button"
        onClick={() => onExample(chat.example)}
        className={classNames(
          'rounded-md border border-line bg-sheet px-4 text-left shadow-sheet transition-colors hover:border-line-2',
          isAboveScript ? 'py-1.5 text-md' : 'py-3',
        )}
      >
        {chat.example}
      </button>
    </div>
  )
}
