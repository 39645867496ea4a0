import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { messages } from '../../messages.ts'
import { loadToaster } from '../../ui/feedback/load-toaster.ts'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { chatKeys } from '../chat/api/chat-keys.ts'
import { latestConversationQuery } from '../chat/api/conversations.ts'
import { isConversationThere } from '../chat/api/deletion.ts'
import { chatPlace } from '../chat/failure-place.ts'
import { SessionProvider, useDocumentSession } from '../document/session.tsx'
import { EditorLayout } from './editor-layout.tsx'
import { firstSidebarView } from './editor-sidebar.tsx'
import { useConversationFailure, useScriptFailure } from './load-failures.ts'
import type { EditorContext } from './editor-context.ts'

export function Editor(context: EditorContext) {
  const { userId } = context
  const [sidebarView, setSidebarView] = useState(firstSidebarView)
  const queryClient = useQueryClient()
  const onSaved = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: chatKeys.all }),
    [queryClient],
  )
  const session = useDocumentSession(userId, latestConversationQuery, onSaved)
  useEffect(() => {
    // Preloaded: errors often occur when nothing can be loaded any more. The first toast tries again.
    loadToaster().catch(() => undefined)
  }, [])
  useConversationFailure(session.error, chatPlace(null))
  useScriptFailure(session.isMissing ? session.scriptId : null, session.loadError, async () => {
    const { conversationId: chat } = session.latestState()
    if (!chat || (await isConversationThere(queryClient, userId, chat))) return false
    showToast({ title: messages.chat.deletedTitle, message: messages.chat.deletedElsewhere })
    session.closeDeleted()
    return true
  })
  if (!session.isKnown) return <PageSpinner label={messages.editor.loading} />
  return (
    <SessionProvider value={session}>
      <EditorLayout context={context} sidebarView={sidebarView} onSidebarView={setSidebarView} />
    </SessionProvider>
  )
}
