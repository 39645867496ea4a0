import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messages } from '../../messages.ts'
import { loadToaster } from '../../ui/feedback/load-toaster.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { isConversationThere } from '../chat/api/conversation-presence.ts'
import { chatPlace } from '../chat/failure-place.ts'
import { scriptQuery } from '../scripts/api/script.ts'
import { EditorLayout } from './editor-layout.tsx'
import { firstSidebarView } from './editor-sidebar.tsx'
import { useConversationFailure, useScriptFailure } from './load-failures.ts'
import { useDocumentText } from './state/use-document-text.ts'
import { useOpenDocument } from './state/document/use-open-document.ts'
import { useScriptChanges } from './state/use-script-changes.ts'
import type { Surroundings } from './surroundings.ts'

export function Editor(surroundings: Surroundings) {
  const { userId } = surroundings
  const [sidebarView, setSidebarView] = useState(firstSidebarView)
  const document = useOpenDocument(userId)
  const queryClient = useQueryClient()
  const { scriptId, opened } = document
  const { isFresh, workId: chosenHere } = document.state
  useScriptChanges(document, userId)
  useEffect(() => {
    // Preloaded: errors often occur when nothing can be loaded any more. The first toast tries again.
    loadToaster().catch(() => undefined)
  }, [])
  const { data: script, error } = useQuery({
    ...scriptQuery(userId, scriptId ?? ''),
    enabled: scriptId !== null && !isFresh,
  })
  const text = useDocumentText(userId, document, script)
  useConversationFailure(document.error, chatPlace(null))
  useScriptFailure(
    script === null && opened.data === null && chosenHere === null ? scriptId : null,
    error ?? (scriptId === null ? null : opened.error),
    async () => {
      const { conversationId: chat } = document.latestState()
      if (!chat || (await isConversationThere(queryClient, userId, chat))) return false
      showToast({ title: messages.chat.deletedTitle, message: messages.chat.deletedElsewhere })
      document.closeDeleted()
      return true
    },
  )
  // Not before everything is known: a title that arrives late would replace what is being typed.
  const isKnown = isFresh || (script !== undefined && text.isLoaded)
  if (document.isLoading || (scriptId !== null && !isKnown))
    return <PageSpinner label={messages.editor.loading} />
  return (
    <EditorLayout
      surroundings={surroundings}
      document={document}
      script={script ?? null}
      text={text}
      sidebarView={sidebarView}
      onSidebarView={setSidebarView}
    />
  )
}
