import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { reasonOf } from '../../error-text.ts'
import { messages } from '../../messages.ts'
import { Screenplay } from '../../screenplay-view/screenplay.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { SpinnerIcon } from '../../ui/feedback/spinner.tsx'
import { type Version, versionTextQuery } from './api/history.ts'
import { takeFocus } from './take-focus.ts'
import { VersionFacts } from './version-item.tsx'

const words = messages.history

type VersionTextProps = {
  version: Version
  isCurrent: boolean
  isRestoring: boolean
  onBack: () => void
  onRestore: () => void
}

/** One version as a screenplay. */
export function VersionText(props: VersionTextProps) {
  const { version, isCurrent, isRestoring, onBack, onRestore } = props
  const { data: text, error, refetch } = useQuery(versionTextQuery(version.id))
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Button ref={takeFocus} size="sm" variant="ghost" className="-ml-2.5" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
          {words.back}
        </Button>
        <VersionFacts version={version} isCurrent={isCurrent} />
        {!isCurrent && (
          <Button
            size="sm"
            variant="primary"
            busy={isRestoring}
            aria-label={words.restoreNumber(version.number)}
            onClick={onRestore}
          >
            {words.restore}
          </Button>
        )}
      </div>
      {error ? (
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <FailureNote>{words.textFailed(reasonOf(error))}</FailureNote>
          <Button size="sm" onClick={() => void refetch()}>
            {messages.common.retry}
          </Button>
        </div>
      ) : (
        <article
          aria-label={words.number(version.number)}
          aria-busy={text === undefined || undefined}
          className="mt-4 min-h-40 rounded-md border border-line bg-sheet px-4 py-6 sm:px-8"
        >
          {text === undefined ? (
            <SpinnerIcon className="text-accent" />
          ) : text.trim() === '' ? (
            <p className="text-md text-ink-2">{words.empty}</p>
          ) : (
            <Screenplay text={text} className="mx-auto" opensAt="start" />
          )}
        </article>
      )}
    </div>
  )
}
