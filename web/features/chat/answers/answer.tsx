import { memo, type ReactNode, use, useEffect, useMemo, useRef, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Branches, BranchPager } from '../branches.tsx'
import { AnswerActions, TryAgain } from './answer-actions.tsx'
import {
  StreamingAnswer,
  isUsable,
  screenplayText,
  type ShownPart,
  shownWhileStreaming,
  storedParts,
  settledLength,
  OnPage,
} from './answer-parts.ts'
import { AnswerReview } from './answer-review.tsx'
import { FoldedText } from './folded-text.tsx'
import type { Message } from '../api/messages.ts'
import type { Generation } from '../generation/generation.ts'
import type { AnswerUse } from './use-answer-use.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { EditPart } from './edit-part.tsx'
import { Prose } from './prose.tsx'
import { frameBetweenKeys } from '../../../lib/timing/frame-between-keys.ts'
import type { Store } from '../../../lib/store.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'

const { chat, edits } = messages

type AnswerNoteProps = {
  message: Message
  /** Makes the answer the script; undefined while that is not possible. */
  onUse: (() => void) | undefined
  isUsing: boolean
  /** Why that failed. */
  failure: string | undefined
  /** Undefined for an older answer. */
  onContinue: (() => void) | undefined
}

/** The writer's own lines were kept, so the answer is another version and not a faulty one. */
const isVersion = ({ withheld, partly_applied }: Message) =>
  partly_applied || withheld === 'overlap'

/** Says what of an answer was not applied to the script, and what can be done about it. */
function AnswerNote(props: AnswerNoteProps) {
  const { message, onUse, isUsing, failure, onContinue } = props
  const { withheld } = message
  const onPage = use(OnPage)
  const branches = use(Branches)
  const isCompared = withheld === 'compared'
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
      {isCompared && (
        <Button size="sm" onClick={() => void branches?.use(message)}>
          {chat.choose}
        </Button>
      )}
      {onPage && withheld && !isCompared && text !== '' && (
        <Button size="sm" onClick={() => onPage.insert(text)}>
          {edits.insert}
        </Button>
      )}
      {isUsable(message) && !isCompared && (
        <Button size="sm" disabled={!onUse} busy={isUsing} onClick={onUse}>
          {isVersion(message) ? chat.thisVersion : chat.anyway}
        </Button>
      )}
      <div role="alert" className="w-full empty:hidden">
        {failure && <FailureNote>{failure}</FailureNote>}
      </div>
    </div>
  )
}

/** The share of the pending text shown per second, so that the text keeps flowing between arrivals. */
const CATCH_UP_PER_SECOND = 3.5
const SLOWEST_PER_SECOND = 60

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Never splits a surrogate pair. */
const wholeCharacters = (text: string, length: number): number => {
  const code = text.charCodeAt(length - 1)
  return code >= 0xd800 && code <= 0xdbff ? length + 1 : length
}

const settledPart = (text: string) => text.slice(0, settledLength(text))

/** The growing text, revealed frame by frame instead of in the chunks it arrives in; then all of it. */
function useRevealedText(streaming: Store<string> | undefined, whole: string | undefined): string {
  const [shown, setShown] = useState(() => settledPart(streaming?.get() ?? ''))
  const length = useRef(shown.length)

  useEffect(() => {
    if (!streaming || whole !== undefined) return undefined
    let cancel: (() => void) | undefined
    let last = 0
    function show(now: number): void {
      const text = settledPart(streaming?.get() ?? '')
      const behind = text.length - length.current
      const seconds = last === 0 ? 1 / 60 : Math.min((now - last) / 1_000, 0.25)
      last = now
      if (behind <= 0 || prefersReducedMotion()) length.current = text.length
      else {
        const speed = Math.max(SLOWEST_PER_SECOND, behind * CATCH_UP_PER_SECOND)
        const step = Math.max(1, Math.round(speed * seconds))
        length.current = Math.min(text.length, wholeCharacters(text, length.current + step))
      }
      // Hide the end of the text whose layout the next characters may still change.
      setShown(settledPart(text.slice(0, length.current)))
      if (length.current < text.length) cancel = frameBetweenKeys(show)
      else {
        cancel = undefined
        last = 0
      }
    }
    function wake(): void {
      cancel ??= frameBetweenKeys(show)
    }
    const leave = streaming.subscribe(wake)
    wake()
    return () => {
      leave()
      cancel?.()
    }
  }, [streaming, whole])

  return whole ?? shown
}

type AnswerBodyProps = {
  parts: readonly ShownPart[]
  /** Whether parts that were not applied can be inserted one by one. */
  isOffered: boolean
  /** Whether what was not applied is what the script says already. */
  isSame: boolean
  /** Whether the text of every part is shown at once. */
  isOpen: boolean
  /** Shown after the last word while the answer grows. */
  cursor: ReactNode
}

/** Prose as prose, a script as a screenplay, other changes as one expandable line each. */
function AnswerBody({ parts, isOffered, isSame, isOpen, cursor }: AnswerBodyProps) {
  if (parts.length === 0)
    return <p className="px-4 pt-5 pb-6 font-script sm:px-8 sm:pt-7.5 sm:pb-8">{cursor}</p>
  const counts = new Map<string, number>()
  return parts.map((part, index) => {
    // A part keeps its key when the growing answer is stored.
    const count = counts.get(part.kind) ?? 0
    counts.set(part.kind, count + 1)
    const key = `${part.kind} ${count}`
    const end = index === parts.length - 1 && cursor
    if (part.kind === 'prose')
      return (
        <div
          key={key}
          className="space-y-2 px-4 py-3 text-md wrap-anywhere not-first:border-t not-first:border-line sm:px-5"
        >
          <Prose text={part.text} end={end} />
        </div>
      )
    if (part.kind === 'script')
      return (
        <div
          key={key}
          className="px-4 pt-5 pb-6 not-first:border-t not-first:border-line sm:px-8 sm:pt-7.5 sm:pb-8"
        >
          <Screenplay text={part.text} className="mx-auto" end={end} />
        </div>
      )
    return (
      <EditPart
        key={key}
        edit={part.edit}
        isOffered={isOffered}
        isSame={isSame}
        isOpenAtFirst={isOpen}
      />
    )
  })
}

const cursor = (
  <span
    aria-hidden="true"
    className="block-cursor block-cursor-waiting mt-1 h-[1.05em] w-[0.55em] align-[-0.15em]"
  />
)

type AnswerProps = {
  /** The stored answer; undefined while it is being generated. */
  message: Message | undefined
  /** The running generation. */
  generation: Generation | undefined
  title: string
  /** Whether its text is the current script. */
  isCurrent?: boolean
  /** Whether its text is folded until somebody wants to read it. */
  isFolding?: boolean
  /** Makes it the script; undefined while that is not possible. */
  onUse?: AnswerUse | undefined
  /** For the last answer: writes the rest of it. */
  onContinue?: (() => void) | undefined
  /** One of two that the writer chooses from. */
  comparison?: { label: string; name: ReactNode; choice: ReactNode }
}

function useParts(
  message: Message | undefined,
  generation: Generation | undefined,
): readonly ShownPart[] {
  const text = useRevealedText(generation?.text, message && '')
  const [reader] = useState(() => new StreamingAnswer())
  const stored = useMemo(() => message && storedParts(message), [message])
  return stored ?? shownWhileStreaming(reader.read(text))
}

/** Whether a note below the answer says what was not applied. Parts may already say so themselves. */
function isNoted({ withheld, partly_applied, changes }: Message): boolean {
  if (withheld !== null) return withheld !== 'question'
  return partly_applied && !changes?.edits.some(({ applied }) => !applied)
}

/** An answer: what it says, and the script or the changes in it. A growing one stays in place when it completes. */
export const Answer = memo(function Answer(props: AnswerProps) {
  const { message, generation, title, isCurrent = false, onUse, onContinue, comparison } = props
  const isFolding = message !== undefined && (props.isFolding ?? false)
  const [isOpen, setIsOpen] = useState(false)
  const parts = useParts(message, generation)
  const article = useRef<HTMLElement>(null)
  const [isUsing, setIsUsing] = useState(false)
  const [failure, setFailure] = useState<string>()

  async function makeScript(messageId: string, onApply: AnswerUse): Promise<void> {
    setIsUsing(true)
    setFailure(undefined)
    const reason = await onApply(messageId)
    setIsUsing(false)
    setFailure(reason)
    // The button that had the focus is gone.
    if (reason === undefined) article.current?.focus({ preventScroll: true })
  }
  const handleUse = message && onUse && (() => void makeScript(message.id, onUse))
  const hasNote =
    message !== undefined && isNoted(message) && !(comparison && message.withheld === 'compared')
  const canUse = message !== undefined && !isCurrent && !hasNote && isUsable(message)
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={comparison ? chat.answerFrom(comparison.label) : chat.answer}
      aria-busy={message ? undefined : true}
      data-current={isCurrent || undefined}
      className="min-w-0 rounded-md border border-line bg-sheet shadow-sheet"
    >
      {comparison?.name}
      <FoldedText
        message={message}
        isCurrent={isCurrent}
        isFolding={isFolding}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        aside={
          message && (
            <>
              <BranchPager messageId={message.id} />
              <TryAgain message={message} isCompact />
            </>
          )
        }
      >
        <AnswerBody
          parts={parts}
          isOffered={message?.withheld === null}
          isSame={message?.withheld === null && !message.partly_applied}
          isOpen={comparison !== undefined}
          cursor={!message && cursor}
        />
        {message && hasNote && (
          <AnswerNote
            message={message}
            onUse={handleUse}
            isUsing={isUsing}
            failure={failure}
            onContinue={onContinue}
          />
        )}
      </FoldedText>
      {message && (
        <AnswerReview
          message={message}
          onDone={() => article.current?.focus({ preventScroll: true })}
        />
      )}
      {comparison?.choice && (
        <div className="border-t border-line px-4 py-2.5 sm:px-5">{comparison.choice}</div>
      )}
      {message && (
        <AnswerActions
          message={message}
          title={title}
          isCurrent={isCurrent}
          isCompact={isFolding && !isOpen}
          isCompared={comparison !== undefined}
          use={canUse && !comparison ? { onUse: handleUse, isUsing, failure } : undefined}
        />
      )}
    </article>
  )
})
