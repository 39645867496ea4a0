import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'
import type { ComponentType, ReactNode } from 'react'
import { type LoadedPart, useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { useSession } from '../../document/session.tsx'
import { StorageAlert } from './storage-alert.tsx'

type PartLoadingProps = { label: string; failure: string | null; onRetry: () => void }

/** In place of a part whose code is loading or could not be loaded. */
export function PartLoading({ label, failure, onRetry }: PartLoadingProps) {
  return (
    <output className="m-auto flex flex-col items-center gap-3 text-md text-ink-2">
      {failure === null ? (
        <>
          <SpinnerIcon className="size-6 text-accent" />
          {label}
        </>
      ) : (
        <>
          {failure}
          <Button onClick={onRetry}>{messages.common.retry}</Button>
        </>
      )}
    </output>
  )
}

type LoadedScreenProps<Props> = {
  loaded: LoadedPart<Props>
  words: { loading: string; failed: string }
  children: (Screen: ComponentType<Props>, workId: string) => ReactNode
}

/** A screen in place of the editor, whose code is loaded when it is shown for the first time. */
export function LoadedScreen<Props>({ loaded, words, children }: LoadedScreenProps<Props>) {
  const { text } = useSession()
  const { Part, hasFailed, retry } = useLoadedPart(loaded)
  if (!Part || text.workId === null)
    return (
      <PartLoading
        label={words.loading}
        failure={hasFailed ? words.failed : null}
        onRetry={retry}
      />
    )
  return (
    <>
      <StorageAlert storage={text.storage} refusal={text.refusal} />
      {children(Part, text.workId)}
    </>
  )
}
