import { RotateCw } from 'lucide-react'
import { type ReactElement, Suspense, use, useState } from 'react'
import { STOPPED_BY_USER } from '../../../../contract/generation.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages as words } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { useDeferredItems } from '../../../ui/use-deferred-items.ts'
import { Answer } from '../answers/answer.tsx'
import { AnswerActions } from '../answers/answer-actions.tsx'
import { wholeScript } from '../answers/answer-parts.ts'
import { comparedAnswers, failureOf, isAnswer, isStopNote, type Message } from '../api/messages.ts'
import type { Generation } from '../generation/generation.ts'
import { Branches } from '../branches.tsx'
import { UserMessage } from './user-message.tsx'
import type { AnswerUse } from '../answers/use-answer-use.ts'

/** Renders a screenful first, then steps; long lists use larger steps, since each lays out everything. */
const FIRST = 6
const SOME = 18
const MAX_STEPS = 40

const Comparison = lazyExtra(async () => (await import('../answers/comparison.tsx')).Comparison)

type MessageListProps = {
  messages: readonly Message[]
  /** The script's current text. */
  current: string
  /** Whether the page shows the script too. */
  hasPage: boolean
  /** An element shown before the message at this index. */
  inserted: { at: number; element: ReactElement } | undefined
  generation: Generation | undefined
  title: string
  onDelete: (messageId: string) => Promise<void>
  /** Sends a prompt without a usable answer again; undefined while busy. */
  onRetry: ((message: Message) => void) | undefined
  /** Writes the rest of an answer that was cut off; undefined while busy. */
  onContinue: ((answer: Message, prompt: Message) => void) | undefined
  /** Makes an answer the script; undefined while busy. */
  onUse: AnswerUse | undefined
}

/** Keyed by job, so that a growing answer keeps its place when it is stored. */
const messageKey = (message: Message) =>
  isAnswer(message) ? (message.job_id ?? message.id) : message.id

/** Also after one of the two was used, while the other one is still being written. */
const isOfTwo = ({ compared, request }: Generation) =>
  compared !== undefined || request?.second !== undefined

/** Which prompts have two answers that the writer is to choose from, while one is written or could be used. */
function comparisonsOf(
  messages: readonly Message[],
  all: readonly Message[],
  generation: Generation | undefined,
) {
  const asked = generation && isOfTwo(generation) ? generation.request?.message?.id : undefined
  const of = ({ id, type, used_at, job }: Message) => {
    if (type !== 'user' || used_at !== null) return undefined
    const compared = job?.compared ?? (id === asked ? generation?.compared : undefined)
    const isWritten = id === asked || (compared && compared === generation?.compared)
    const answers = comparedAnswers(compared, [...messages, ...all])
    if (!isWritten && !answers.some(({ withheld }) => withheld !== 'stopped')) return undefined
    return { compared, generation: isWritten ? generation : undefined }
  }
  const ids = new Set(messages.map((message) => of(message)?.compared))
  return { of, ids }
}

export function MessageList(props: MessageListProps) {
  const { messages, current, inserted, generation, title, onDelete, onRetry, onContinue, onUse } =
    props
  const foldedCount = useFoldedCount(messages, generation)
  const isStored = messages.some(
    (message) =>
      message.job_id !== null && message.job_id === generation?.jobId && isAnswer(message),
  )
  const last = messages.at(-1)
  const step = Math.max(SOME, Math.ceil(messages.length / MAX_STEPS))
  const missing = useDeferredItems(messages.length, { first: FIRST, step })
  const currentId = messages.findLast(
    (message) => isAnswer(message) && wholeScript(message) === current,
  )?.id
  const asked = generation?.request?.message?.id
  const { all = [] } = use(Branches) ?? {}
  const comparison = comparisonsOf(messages, all, generation)
  const newest = generation && !isStored ? undefined : messages.findLast(isAnswer)
  // Only the last answer can be continued: older ones were about an older script.
  const lastAnswer = messages.findLast((message) => !isStopNote(message))
  const prompts = messages.filter(({ type }) => type === 'user')
  const prompt =
    prompts.find(({ job_id }) => job_id && job_id === lastAnswer?.job_id) ?? prompts.at(-1)
  const items: ReactElement[][] = messages.slice(missing).map((message, index) => {
    const { job } = message
    if (message.type === 'ai' && job?.compared && comparison.ids.has(job.compared)) return []
    if (isStopNote(message))
      return [<StoppedNote key={messageKey(message)} message={message} title={title} />]
    // An earlier answer, if another one failed, stands where it was; unless it is one to another prompt.
    const next = messages[missing + index + 1]
    const isAnswered = next?.type === 'ai' && !prompts.some((each) => each.job_id === next.job_id)
    const failure =
      message.id === asked || isAnswered || comparison.of(message) ? undefined : failureOf(message)
    if (message.type === 'user') {
      const request = (
        <UserMessage key={messageKey(message)} message={message} onDelete={onDelete}>
          {failure !== undefined && (
            <FailedPrompt reason={failure} onRetry={onRetry && (() => onRetry(message))} />
          )}
        </UserMessage>
      )
      const compared = comparison.of(message)
      if (!compared) return [request]
      return [
        request,
        <Suspense key={`answers to ${message.id}`}>
          <Comparison {...compared} prompt={message} messages={messages} title={title} />
        </Suspense>,
      ]
    }
    return [
      <Answer
        key={messageKey(message)}
        message={message}
        generation={undefined}
        title={title}
        isCurrent={message.id === currentId}
        isFolding={
          missing + index < foldedCount &&
          message !== newest &&
          // Nothing else would show the script.
          (props.hasPage || message.id !== currentId)
        }
        onUse={onUse}
        {...(message === lastAnswer &&
          message.withheld !== null &&
          prompt && {
            onContinue: onContinue && (() => onContinue(message, prompt)),
          })}
      />,
    ]
  })
  if (inserted && inserted.at >= missing) items.splice(inserted.at - missing, 0, [inserted.element])
  if (generation && !isStored && !isOfTwo(generation))
    items.push([
      <Answer
        key={generation.jobId ?? 'requested'}
        message={undefined}
        generation={generation}
        title={title}
      />,
    ])
  return (
    <>
      {/* Flat: the place of a nested list would be part of each key, and earlier messages come later. */}
      {items.flat()}
      {!generation && isUnusedStop(messages, current) && (
        <p className="-mt-2.5 text-md text-ink-2">{words.chat.withheld.stopped}</p>
      )}
      {onRetry && last?.type === 'user' && failureOf(last) === undefined && (
        <Unanswered onRetry={() => onRetry(last)} />
      )}
      {!generation && <EarlierAnswer />}
    </>
  )
}

/** Whether the last answer was stopped and the script stayed as it was. */
function isUnusedStop(messages: readonly Message[], current: string): boolean {
  const last = messages.at(-1)
  if (!last || !isStopNote(last) || current.trim() === '') return false
  const answer = messages.findLast((each) => isAnswer(each) && each.job_id === last.job_id)
  // Withheld answers say so themselves.
  return answer?.withheld === null && wholeScript(answer) !== current
}

function StoppedNote({ message, title }: { message: Message; title: string }) {
  return (
    <article
      aria-label={words.chat.stoppedNote}
      className="rounded-md border border-dashed border-line-2"
    >
      <p className="px-4 py-2 text-md text-ink-2">{STOPPED_BY_USER}</p>
      <AnswerActions message={message} title={title} isCurrent={false} isCompact use={undefined} />
    </article>
  )
}

/**
 * How many messages are old enough to be folded: those before the newest answer when the conversation was opened, and
 * all when something is asked here. What arrives from elsewhere folds nothing that is being read.
 */
function useFoldedCount(messages: readonly Message[], generation: Generation | undefined): number {
  const [folded, setFolded] = useState({ count: messages.findLastIndex(isAnswer), by: generation })
  if (folded.by === generation) return folded.count
  const isAskedHere = generation?.request !== undefined
  setFolded({ count: isAskedHere ? messages.length : folded.count, by: generation })
  return folded.count
}

/** Why a prompt was not answered, for as long as it is not. */
function FailedPrompt({ reason, onRetry }: { reason: string; onRetry: (() => void) | undefined }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <FailureNote>
        <strong className="font-semibold">{words.generation.failed}</strong> {reason}
      </FailureNote>
      {onRetry && <RetryButton onRetry={onRetry} />}
    </div>
  )
}

const RetryButton = ({ onRetry }: { onRetry: () => void }) => (
  <Button size="sm" onClick={onRetry}>
    <RotateCw />
    {words.common.retry}
  </Button>
)

/** What was there before another answer was asked for, which did not come. */
function EarlierAnswer() {
  const { next, show } = use(Branches) ?? {}
  if (next === undefined) return null
  return (
    <Button
      size="sm"
      disabled={!show}
      onClick={() => show?.(next)}
      className="-mt-2.5 justify-self-end"
    >
      {words.chat.earlier}
    </Button>
  )
}

function Unanswered({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-end gap-3 text-md text-ink-2">
      {words.generation.unanswered}
      <RetryButton onRetry={onRetry} />
    </p>
  )
}
