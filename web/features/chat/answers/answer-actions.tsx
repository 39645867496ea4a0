import { Download, FileText, History, Info, ListChecks, RotateCw, Star } from 'lucide-react'
import { Suspense, use, useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Badge } from '../../../ui/feedback/badge.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { isStopNote, type Message } from '../api/messages.ts'
import { LearningLoop } from '../api/learning-loop.ts'
import { UsedExamples } from '../examples/used-examples.tsx'
import { openDocsPage } from '../docs-page/docs-address.ts'
import { fileNameOf } from '../../../../contract/file-name.ts'
import { logError } from '../../../lib/log.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlay/menu.tsx'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { useModels } from '../api/models.ts'
import { BranchPager, Branches } from '../branches.tsx'

const { chat } = messages

const { documents } = messages

/** Creates the Word document in the browser, with lazy-loaded code. Returns the reason if it fails and no toast says it. */
async function downloadAnswer(message: Message, title: string): Promise<string | undefined> {
  if (message.content.trim() === '') {
    showToast({ title: documents.failedTitle, message: documents.empty, kind: 'error' })
    return undefined
  }
  try {
    const { wordDocument, WORD } = await import('../../../lib/word-document.ts')
    const { printedAnswer } = await import('./printed-answer.ts')
    saveFile(await wordDocument(printedAnswer(message), title), WORD, `${fileNameOf(title)}.docx`)
    return undefined
  } catch (error) {
    logError(documents.failed, error)
    return documents.failed
  }
}

const AnsweredAs = lazyExtra(async () => (await import('../prompt/answer-as.tsx')).AnsweredAs)
const GivenDialog = lazyExtra(async () => (await import('./given-dialog.tsx')).GivenDialog)

/** What the model was given for an answer; loaded when somebody wants to know. */
function Given({ jobId }: { jobId: string }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  return (
    <>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Info className="@max-md:hidden" />
        {chat.given}
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <GivenDialog jobId={jobId} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}

/** Another answer in its place, from the same model or another one. */
export function TryAgain({ message, isCompact }: { message: Message; isCompact: boolean }) {
  const branches = use(Branches)
  const { data: models = [] } = useModels()
  if (!branches?.firstPrompt || message.created_at < branches.firstPrompt) return null
  const { tryAgain } = branches
  const button = (onClick?: () => void) => (
    <Button
      variant="ghost"
      size="sm"
      disabled={!tryAgain}
      title={isCompact ? chat.tryAgain : undefined}
      onClick={onClick}
    >
      <RotateCw className={isCompact ? undefined : '@max-md:hidden'} />
      <span className={isCompact ? 'sr-only' : undefined}>{chat.tryAgain}</span>
    </Button>
  )
  if (models.length < 2) return button(() => tryAgain?.(message))
  // The same one first.
  const offered = models.toSorted((a, b) => Number(isOf(b, message)) - Number(isOf(a, message)))
  return (
    <Menu>
      <MenuTrigger asChild>{button()}</MenuTrigger>
      <MenuContent aria-label={chat.tryAgain} align="start" className="sm:max-w-96">
        {offered.map((model) => (
          <MenuItem key={model.id} onSelect={() => tryAgain?.(message, model.id)}>
            <span className="min-w-0 wrap-anywhere">
              {isOf(model, message) ? chat.sameModel(model.label) : model.label}
            </span>
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}

const isOf = (model: { label: string }, message: Message) => model.label === message.model

type AnswerActionsProps = {
  message: Message
  title: string
  /** Whether its text is the current script. */
  isCurrent: boolean
  /** Below a folded text: one row, with what every answer has. */
  isCompact?: boolean
  /** One of two that the writer chooses from, which has no other answers in its place yet. */
  isCompared?: boolean
  /** Undefined if the answer is already the script, or if another control offers to use it. */
  use:
    | { onUse: (() => void) | undefined; isUsing: boolean; failure: string | undefined }
    | undefined
}

export function AnswerActions(props: AnswerActionsProps) {
  const { message, title, isCurrent, isCompact = false, isCompared = false, use: usage } = props
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
  const isKept = learningLoop?.kept.has(message.id)
  // The line above a folded text has them.
  const hasBranches = !isCompared && (!isCompact || isStopNote(message))
  return (
    <footer
      className={classNames(
        '@container flex flex-wrap items-center border-t border-line py-1 text-xs [&_button]:text-xs',
        isCompact ? 'px-1 [&_button]:px-1.5 @max-md:[&_button]:px-1' : 'px-2.5',
      )}
    >
      {hasBranches && <BranchPager messageId={message.id} />}
      {learningLoop &&
        (isKept ? (
          <div className="flex w-full flex-wrap items-center">
            <p className="flex min-w-0 items-center gap-2 px-[11px] py-1 text-ink-2 touch:px-[15px]">
              <Star className="size-[17px] shrink-0 fill-accent text-accent" />
              {chat.kept}
            </p>
            {!isCompact && (
              <Button
                variant="ghost"
                size="sm"
                aria-haspopup="dialog"
                onClick={learningLoop.manage}
              >
                <ListChecks />
                {messages.examples.manage}
              </Button>
            )}
          </div>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            busy={learningLoop.keeping === message.id}
            onClick={() => void learningLoop.keep(message)}
          >
            <Star className={isCompact ? '@max-md:hidden' : undefined} />
            {chat.keep}
          </Button>
        ))}
      <Button
        variant="ghost"
        size="sm"
        onClick={() => void attempt(() => downloadAnswer(message, title))}
      >
        <Download className="@max-md:hidden" />
        {chat.download}
      </Button>
      <Button variant="ghost" size="sm" onClick={() => void attempt(openDocs)}>
        <FileText className="@max-md:hidden" />
        {chat.openInDocs}
      </Button>
      {hasBranches && <TryAgain message={message} isCompact={isCompact} />}
      {!isCompact && (
        <>
          {usage && (
            <Button
              variant="ghost"
              size="sm"
              disabled={!usage.onUse}
              busy={usage.isUsing}
              onClick={usage.onUse}
            >
              <History className="@max-md:hidden" />
              {chat.thisVersion}
            </Button>
          )}
          {message.job_id !== null && !isStopNote(message) && <Given jobId={message.job_id} />}
          {message.used_examples.length > 0 && <UsedExamples ids={message.used_examples} />}
          {message.job?.answer_as && (
            <Suspense>
              <AnsweredAs as={message.job.answer_as} />
            </Suspense>
          )}
          {message.model !== null && (
            <span className="px-[11px] py-1 wrap-anywhere text-ink-2 touch:px-[15px]">
              <span className="sr-only">{messages.model.wroteThis} </span>
              {message.model}
            </span>
          )}
          {isCurrent && <Badge className="m-1.5 ml-auto">{chat.currentScript}</Badge>}
        </>
      )}
      <div role="alert" className="w-full empty:hidden">
        {failure && <FailureNote className="px-3 pb-1">{failure}</FailureNote>}
      </div>
    </footer>
  )
}
