import { Text } from '@codemirror/state'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import { useStable } from '../../lib/use-stable.ts'
import type { StoredScript } from '../scripts/api/script.ts'
import { ownRequests } from './sync/own-requests.ts'
import { docOf, textOf } from './text/changes.ts'
import { changeText, useIsOnServer, useWorkingText } from './text/open-texts.ts'
import type { WorkingText } from './text/working-text.ts'
import type { DocumentControl } from './use-open-document.ts'

/** The error code for a text that was deleted together with its script. */
export const TEXT_MISSING = 'draft_not_found'

type Known = { revision: number; text: string }

/**
 * The text as known from other requests; null if they cannot tell, such as for a script that was saved
 * between them; undefined while they are pending.
 */
function knownText(
  { state, opened }: DocumentControl,
  script: StoredScript | null | undefined,
): Known | null | undefined {
  if (state.workId !== null) {
    if (state.isFresh) return { revision: 0, text: '' }
    // The document is a saved copy, whose text began with that save.
    return script && { revision: 1, text: script.text }
  }
  const found = opened.data
  if (!found) return undefined
  if (found.text !== null) return { revision: found.revision, text: found.text }
  if (found.savedAt === null) return null
  if (!script) return undefined
  return script.updatedAt === found.savedAt ? { revision: found.revision, text: script.text } : null
}

/** The working text of the open document, and what the editor does with it. */
export function useDocumentText(
  userId: string,
  document: DocumentControl,
  script: StoredScript | null | undefined,
) {
  const { workId, opened } = document
  const known = knownText(document, script)
  const { state, workingText } = useWorkingText(userId, known === undefined ? null : workId)
  const isOnServer = useIsOnServer(workingText)
  // Runs before the effect that would otherwise read the text from the server.
  useLayoutEffect(() => {
    if (known && workingText && !workingText.snapshot().isLoaded) workingText.seed(known)
  }, [known, workingText])
  const actions = useMemo(
    () => textActions(userId, workId, workingText),
    [userId, workId, workingText],
  )
  const { refetch } = opened
  const reload = useCallback(() => {
    void refetch()
    void actions.refresh()
  }, [refetch, actions])
  const failure = state.error instanceof Error ? state.error : null

  return useStable({
    ...actions,
    workId,
    text: state.text,
    isLoaded: state.isLoaded,
    isOnServer,
    error: opened.error ?? (state.isLoaded ? null : failure),
    reload,
    /** Null until it is known. */
    working: state.isLoaded ? workingText : null,
    doc: state.doc,
    storage: state.storage,
    /** Why the server does not take what was typed; null if it does. */
    refusal: state.isLoaded && failure ? failure.message : null,
    overlaps: state.overlaps.length,
  })
}

function textActions(userId: string, workId: string | null, workingText: WorkingText | null) {
  const latest = () => (workingText ? textOf(workingText.doc) : '')
  const refresh = async () => workingText?.refresh()
  const stored = async (): Promise<string> => {
    await workingText?.flush()
    return latest()
  }
  return {
    /** The text at the time of the call, even in handlers that were created earlier. */
    latest,
    /** The text, once the server has it too. Throws if it cannot be stored there. */
    stored,
    /** The same with its revision, which is null if the server has no text yet. */
    storedBase: async () => {
      await workingText?.flush()
      const { doc, revision } = workingText?.base ?? { doc: Text.empty, revision: 0 }
      return { doc, revision: revision === 0 ? null : revision }
    },
    /** Stores what was typed, has the server change the text for a request, and shows the result, which can be undone. */
    changeOnServer: async <Result>(
      change: (request: string) => Promise<Result>,
    ): Promise<Result> => {
      await stored()
      const result = await change(ownRequests.begin())
      await refresh()
      return result
    },
    /** Takes back what made one text of another, and keeps what was written since; also when another text is open. */
    takeBack: async (before: string, after: string): Promise<void> => {
      if (workId === null) return
      await changeText(userId, workId, (text) => text.takeBack(docOf(before), docOf(after)))
    },
    /** Reads what the server has, in case the announcement of a change got lost. */
    refresh,
  }
}

export type DocumentText = ReturnType<typeof useDocumentText>
