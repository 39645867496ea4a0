import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { reasonOf } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { Screenplay } from '../../../screenplay-view/screenplay.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import { focusOnMount } from '../../../ui/form/focus-on-mount.ts'
import { type Example, exampleTextQuery } from '../api/examples.ts'
import { ExampleFacts } from './example-item.tsx'

const words = messages.examples

type ExampleTextProps = {
  example: Example
  /** Undefined if there is no list to go back to. */
  onBack: (() => void) | undefined
  /** The buttons that change it. */
  children: ReactNode
}

/** One example as a screenplay. */
export function ExampleText({ example, onBack, children }: ExampleTextProps) {
  const { data: text, error, refetch } = useQuery(exampleTextQuery(example.id))
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {onBack && (
          <Button ref={focusOnMount} size="sm" variant="ghost" className="-ml-2.5" onClick={onBack}>
            <ArrowLeft aria-hidden="true" />
            {words.back}
          </Button>
        )}
        <div className="min-w-0 flex-1 basis-56">
          <ExampleFacts example={example} />
        </div>
        <div className="flex flex-wrap gap-2">{children}</div>
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
          aria-label={words.text}
          aria-busy={text === undefined || undefined}
          className="mt-4 min-h-40 rounded-md border border-line bg-sheet px-4 py-6 sm:px-8"
        >
          {text === undefined ? (
            <SpinnerIcon className="text-accent" />
          ) : (
            <Screenplay text={text} className="mx-auto" opensAt="start" />
          )}
        </article>
      )}
    </div>
  )
}
