import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { UNTITLED } from '../../../../contract/limits.ts'
import { reasonOf } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { buttonStyle } from '../../../ui/button/button-style.ts'
import { PageSpinner } from '../../../ui/feedback/page-spinner.tsx'
import { usePageTitle } from '../../../ui/layout/page-title.ts'
import { printedAnswer } from '../answers/printed-answer.ts'
import { answerQuery } from '../api/answer.ts'
import type { DocsAddress } from './docs-address.ts'
import { DocsSteps } from './docs-steps.tsx'

const { chat, common, docsPage, editor } = messages

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
