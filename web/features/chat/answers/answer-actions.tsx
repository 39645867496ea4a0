import { Download, FileText, History, ListChecks, Star } from 'lucide-react'
import { use, useState } from 'react'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import type { Message } from '../api/messages.ts'
import { LearningLoop } from '../messages/learning-loop.ts'
import { downloadAnswer } from './download-answer.ts'
import { UsedExamples } from '../examples/used-examples.tsx'
import { openDocsPage } from '../docs-page/docs-address.ts'

const { chat } = messages

type AnswerActionsProps = {
  message: Message
  title: string
  /** Whether its text is the current script. */
  isCurrent: boolean
  /** Undefined if the answer is already the script, or if another control offers to use it. */
  use:
    | { onUse: (() => void) | undefined; isUsing: boolean; failure: string | undefined }
    | undefined
}

export function AnswerActions({ message, title, isCurrent, use: usage }: AnswerActionsProps) {
  const learningLoop = use(LearningLoop)
  const [ownFailure, setFailure] = useState<string>()
  const failure = ownFailure ?? usage?.failure

  async function attempt(action: () => Promise<string | undefined>): Promise<void> {
    setFailure(undefined)
    setFailure(await action())
  }

  async function openDocs(): Promise<string | undefined> {
    return openDocsPage({ messageId: message.id, title }) ? undefined : messages.docsPage.blocked
  }
  return (
    <footer className="flex flex-wrap items-center gap-0.5 border-t border-line px-2.5 py-1.5">
      {learningLoop &&
        (learningLoop.kept.has(message.id) ? (
          <div className="flex w-full flex-wrap items-center">
            <p className="flex min-w-0 items-center gap-2 px-[11px] py-1 text-sm text-ink-2 touch:px-[15px]">
              <Star aria-hidden="true" className="size-[17px] shrink-0 fill-accent text-accent" />
              {chat.kept}
            </p>
            <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={learningLoop.manage}>
              <ListChecks aria-hidden="true" />
              {messages.examples.manage}
            </Button>
          </div>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            busy={learningLoop.keeping === message.id}
            onClick={() => void learningLoop.keep(message)}
          >
            <Star aria-hidden="true" />
            {chat.keep}
          </Button>
        ))}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => void attempt(() => downloadAnswer(message, title))}
      >
        <Download aria-hidden="true" />
        {chat.download}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => void attempt(openDocs)}>
        <FileText aria-hidden="true" />
        {chat.openInDocs}
      </Button>
      {usage && (
        <Button
          variant="ghost"
          size="sm"
          disabled={!usage.onUse}
          busy={usage.isUsing}
          onClick={usage.onUse}
        >
          <History aria-hidden="true" />
          {chat.thisVersion}
        </Button>
      )}
      {message.used_examples.length > 0 && <UsedExamples ids={message.used_examples} />}
      {message.model !== null && (
        <span className="px-[11px] py-1 text-sm wrap-anywhere text-ink-2 touch:px-[15px]">
          <span className="sr-only">{messages.model.wroteThis} </span>
          {message.model}
        </span>
      )}
      {isCurrent && <Badge className="m-1.5 ml-auto">{chat.currentScript}</Badge>}
      <div role="alert" className="w-full empty:hidden">
        {failure && <FailureNote className="px-3 pb-1">{failure}</FailureNote>}
      </div>
    </footer>
  )
}
