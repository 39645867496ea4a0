import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAccount } from '../features/auth/state/account.ts'
import { scriptQuery } from '../features/scripts/api/script.ts'
import { messages } from '../messages.ts'
import { loadToaster } from '../ui/feedback/load-toaster.ts'
import { PageSpinner } from '../ui/feedback/page-spinner.tsx'
import { Editor } from './editor/editor.tsx'
import { firstSidebarView } from './editor/editor-sidebar.tsx'
import { useDesk } from './editor/use-desk.ts'
import { useConversationFailure } from './editor/use-conversation-failure.ts'
import { useScriptFailure } from './editor/use-script-failure.ts'

export function EditorPage() {
  const account = useAccount()
  const [sidebarView, setSidebarView] = useState(firstSidebarView)
  const desk = useDesk(account.userId)
  useEffect(() => {
    // Bad news often come when nothing can be loaded any more. If it fails, the first notice tries again.
    loadToaster().catch(() => undefined)
  }, [])
  const { data: script, error } = useQuery({
    ...scriptQuery(account.userId, desk.scriptId ?? ''),
    enabled: desk.scriptId !== null,
  })
  useConversationFailure(desk.error)
  useScriptFailure(desk.scriptId !== null && script === null, error)
  // Nothing is drawn before it is known what: a title that changes under the hand would be typed over.
  if (desk.isLoading || (desk.scriptId !== null && !script))
    return <PageSpinner label={messages.editor.loading} />
  return (
    <Editor
      account={account}
      desk={desk}
      script={script ?? null}
      sidebarView={sidebarView}
      onSidebarView={setSidebarView}
    />
  )
}
