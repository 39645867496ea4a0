import type { ComponentType, ReactNode } from 'react'
import { type LoadedPart, useLoadedPart } from '../../../lib/loading/loaded-part.ts'
import { useSession } from '../../document/session.tsx'
import { PartLoading } from './part-loading.tsx'
import { StorageAlert } from './storage-alert.tsx'

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
