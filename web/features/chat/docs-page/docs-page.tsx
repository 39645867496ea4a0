import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { COPIED_NOTE, UNTITLED } from '../../../../contract/limits.ts'
import { reasonOf } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { buttonStyle } from '../../../ui/button/button-style.ts'
import { PageSpinner } from '../../../ui/feedback/spinner.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { printedAnswer } from '../answers/printed-answer.ts'
import { answerQuery } from '../api/answer.ts'
import type { DocsAddress } from './docs-address.ts'
import { Check, Copy, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { logError } from '../../../lib/log.ts'
import { writeClipboard } from '../../../lib/secure-context.ts'
import { richText } from './rich-text.ts'

const { chat, common, docsPage, editor } = messages

const words = messages.docsPage

const NEW_DOCUMENT = 'https://docs.google.com/document/create'

/** Copies a text and leads to a new Google document. */
function DocsSteps({ text }: { text: string }) {
  const [note, setNote] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (note !== 'copied') return undefined
    const timer = setTimeout(() => setNote(undefined), COPIED_NOTE)
    return () => clearTimeout(timer)
  }, [note])

  async function copy(): Promise<void> {
    try {
      await writeClipboard(richText(text))
      setNote('copied')
    } catch (error) {
      logError('Copying was refused:', error)
      setNote('failed')
    }
  }

  return (
    <main className="mx-auto grid max-w-190 gap-6 px-4 py-8">
      <header className="grid gap-1.5">
        <h1 className="text-xl font-semibold">{words.title}</h1>
        <p className="text-ink-2">{words.hint}</p>
      </header>
      <ol className="grid gap-4 sm:grid-cols-2">
        <li className="grid content-start justify-items-start gap-2">
          <h2 className="text-md font-medium">{words.step1}</h2>
          <Button variant="primary" onClick={() => void copy()}>
            <Copy />
            {words.copy}
          </Button>
          <output className="flex min-h-5 items-center gap-1.5 text-sm text-ink-2">
            {note === 'copied' && (
              <>
                <Check className="size-4 text-good" />
                {words.copied}
              </>
            )}
            {note === 'failed' && words.copyFailed}
          </output>
        </li>
        <li className="grid content-start justify-items-start gap-2">
          <h2 className="text-md font-medium">{words.step2}</h2>
          <a
            href={NEW_DOCUMENT}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle()}
          >
            <ExternalLink />
            {words.create}
          </a>
        </li>
      </ol>
      <div className="rounded-md border border-line bg-sheet px-4 py-6 shadow-sheet sm:px-8 sm:py-8">
        <Screenplay text={text} className="mx-auto" opensAt="start" />
      </div>
    </main>
  )
}

/** An answer on a page of its own, from where it is copied into a Google document. */
export function DocsPage({ messageId, title }: DocsAddress) {
  usePageTitle(`${title || UNTITLED} · ${docsPage.title}`)
  const { data: answer, error, isPending, isFetching, refetch } = useQuery(answerQuery(messageId))
  if (isPending) return <PageSpinner label={chat.loading} />
  if (answer) return <DocsSteps text={printedAnswer(answer)} />
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-3 px-4 text-center">
      <h1 className="text-xl font-semibold">{docsPage.title}</h1>
      <p role="alert" className="text-ink-2">
        {error ? docsPage.loadFailed(reasonOf(error)) : chat.messageMissing}
      </p>
      {error ? (
        <Button busy={isFetching} onClick={() => void refetch()}>
          {common.retry}
        </Button>
      ) : (
        <Link to="/dashboard" className={buttonStyle()}>
          {editor.back}
        </Link>
      )}
    </main>
  )
}
