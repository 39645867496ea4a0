import { Text } from '@codemirror/state'
import { useCallback, useLayoutEffect, useMemo } from 'react'
import type { StoredScript } from '../scripts/api/script.ts'
import { ownRequests } from './sync/own-requests.ts'
import { docOf, textOf } from './text/changes.ts'
import { changeText, useIsOnServer, useWorkingText } from './text/open-texts.ts'
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
  const latest = useCallback(() => (workingText ? textOf(workingText.doc) : ''), [workingText])
  const stored = useCallback(async (): Promise<string> => {
    await workingText?.flush()
    return latest()
  }, [workingText, latest])
  const storedBase = useCallback(async () => {
    await workingText?.flush()
    const { doc, revision } = workingText?.base ?? { doc: Text.empty, revision: 0 }
    return { doc, revision: revision === 0 ? null : revision }
  }, [workingText])
  const refresh = useCallback(async () => {
    await workingText?.refresh()
  }, [workingText])
  const changeOnServer = useCallback(
    async <Result>(change: (request: string) => Promise<Result>): Promise<Result> => {
      await stored()
      const result = await change(ownRequests.begin())
      await refresh()
      return result
    },
    [refresh, stored],
  )
  const takeBack = useCallback(
    async (before: string, after: string): Promise<void> => {
      if (workId === null) return
      await changeText(userId, workId, (text) => text.takeBack(docOf(before), docOf(after)))
    },
    [userId, workId],
  )
  const { refetch } = opened
  const reload = useCallback(() => {
    void refetch()
    void refresh()
  }, [refetch, refresh])

  return useMemo(
    () => ({
      workId,
      text: state.text,
      isLoaded: state.isLoaded,
      isOnServer,
      error: opened.error ?? (!state.isLoaded && state.error instanceof Error ? state.error : null),
      reload,
      /** The text at the time of the call, even in handlers that were created earlier. */
      latest,
      /** The text, once the server has it too. Throws if it cannot be stored there. */
      stored,
      /** The same with its revision, which is null if the server has no text yet. */
      storedBase,
      /** Stores what was typed, has the server change the text for a request, and shows the result, which can be undone. */
      changeOnServer,
      /** Takes back what made one text of another, and keeps what was written since; also when another text is open. */
      takeBack,
      /** Reads what the server has, in case the announcement of a change got lost. */
      refresh,
      /** Null until it is known. */
      working: state.isLoaded ? workingText : null,
      doc: state.doc,
      storage: state.storage,
      /** Why the server does not take what was typed; null if it does. */
      refusal: state.isLoaded && state.error instanceof Error ? state.error.message : null,
      overlaps: state.overlaps.length,
    }),
    [
      workId,
      state,
      isOnServer,
      opened.error,
      reload,
      latest,
      stored,
      storedBase,
      changeOnServer,
      takeBack,
      refresh,
      workingText,
    ],
  )
}

export type DocumentText = ReturnType<typeof useDocumentText>
