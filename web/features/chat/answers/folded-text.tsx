import { ChevronRight } from 'lucide-react'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { messages } from '../../../messages.ts'
import type { Message } from '../api/messages.ts'
import { type ShownPart, storedParts } from './answer-parts.ts'
import { plainProse } from './prose.tsx'

const { chat, edits } = messages

/** The heading or first line of a text. */
const firstLine = (text: string) => /\S.*/.exec(text)?.[0].trim() ?? ''

const summaryOf = (part: ShownPart): string => {
  if (part.kind === 'edit') return edits.line(part.edit)
  return part.kind === 'prose'
    ? firstLine(plainProse(part.text))
    : chat.scriptOf(firstLine(part.text), part.text.trim().split('\n').length)
}

function stateOf({ withheld }: Message, isCurrent: boolean): string | undefined {
  if (isCurrent) return chat.currentScript
  return withheld === null || withheld === 'question' ? undefined : chat.notApplied
}

type FoldedTextProps = {
  message: Message | undefined
  isCurrent: boolean
  /** Whether there is a line that folds and unfolds it. */
  isFolding: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Beside the line while it is folded. */
  aside: ReactNode
  children: ReactNode
}

/** The text of an answer, below one line if it is not the newest. The browser's search finds what is folded. */
export function FoldedText(props: FoldedTextProps) {
  const { message, isCurrent, isFolding, isOpen, onOpenChange, children } = props
  const textId = useId()
  const text = useRef<HTMLDivElement>(null)
  const isFolded = isFolding && !isOpen
  useLayoutEffect(() => {
    // React knows no other value than true.
    if (isFolded) text.current?.setAttribute('hidden', 'until-found')
    else text.current?.removeAttribute('hidden')
  }, [isFolded])
  const open = useEffectEvent(() => onOpenChange(true))
  useEffect(() => {
    const { current: folded } = text
    const onMatch = () => open()
    folded?.addEventListener('beforematch', onMatch)
    return () => folded?.removeEventListener('beforematch', onMatch)
  }, [])
  return (
    <>
      {message && isFolding && (
        <div className="flex items-center">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={textId}
            onClick={() => onOpenChange(!isOpen)}
            className="group flex min-w-0 flex-1 items-center gap-2 rounded-md px-3 py-1.5 text-left text-sm hover:bg-sunk touch:min-h-11"
          >
            <ChevronRight className="size-4 shrink-0 text-ink-2 transition-transform group-aria-expanded:rotate-90" />
            <Summary message={message} isCurrent={isCurrent} />
          </button>
          {isFolded && props.aside}
        </div>
      )}
      <div ref={text} id={textId}>
        {children}
      </div>
    </>
  )
}

function Summary({ message, isCurrent }: { message: Message; isCurrent: boolean }) {
  const line = useMemo(() => storedParts(message).map(summaryOf).join(' · '), [message])
  const state = stateOf(message, isCurrent)
  return (
    <>
      <span dir="auto" className="min-w-0 flex-1 truncate">
        {line}
      </span>
      {state && <span className="shrink-0 text-xs text-ink-2">{state}</span>}
    </>
  )
}
