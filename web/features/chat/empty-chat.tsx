import { messages } from '../../messages.ts'

const { chat } = messages

/** The empty state, with an example that one click puts into the prompt. */
export function EmptyChat({ onExample }: { onExample: (prompt: string) => void }) {
  return (
    <div className="m-auto grid max-w-120 justify-items-center gap-3 py-10 text-center">
      <h2 className="font-script text-xl font-bold">{chat.emptyTitle}</h2>
      <p className="text-balance text-ink-2">{chat.emptyHint}</p>
      <p className="mt-3 text-sm text-ink-2">{chat.exampleLabel}</p>
      <button
        type="button"
        onClick={() => onExample(chat.example)}
        className="rounded-md border border-line bg-sheet px-4 py-3 text-left shadow-sheet transition-colors hover:border-line-2"
      >
        {chat.example}
      </button>
    </div>
  )
}
