import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { messages } from '../../messages.ts'
import { loadToaster } from '../../ui/feedback/load-toaster.ts'
import { PageSpinner } from '../../ui/feedback/page-spinner.tsx'
import { scriptQuery } from '../scripts/api/script.ts'
import { Editor } from './editor.tsx'
import type { Surroundings } from './surroundings.ts'
import { firstSidebarView } from './editor-sidebar.tsx'
import { useConversationFailure } from './use-conversation-failure.ts'
import { useDesk } from './use-desk.ts'
import { useScriptFailure } from './use-script-failure.ts'

export function OpenEditor(surroundings: Surroundings) {
  const { userId } = surroundings
  const [sidebarView, setSidebarView] = useState(firstSidebarView)
  const desk = useDesk(userId)
  useEffect(() => {
    // Bad news often come when nothing can be loaded any more. If it fails, the first notice tries again.
    loadToaster().catch(() => undefined)
  }, [])
  const { data: script, error } = useQuery({
    ...scriptQuery(userId, desk.scriptId ?? ''),
    enabled: desk.scriptId !== null,
  })
  useConversationFailure(desk.error)
  useScriptFailure(desk.scriptId !== null && script === null, error)
  // Nothing is drawn before it is known what: a title that changes under the hand would be typed over.
  if (desk.isLoading || (desk.scriptId !== null && !script))
    return <PageSpinner label={messages.editor.loading} />
  return (
    <Editor
      surroundings={surroundings}
      desk={desk}
      script={script ?? null}
      sidebarView={sidebarView}
      onSidebarView={setSidebarView}
    />
  )
}
