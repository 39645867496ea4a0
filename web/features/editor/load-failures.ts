import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/feedback/toast.ts'

const { chat, editor } = messages

/** The script can be edited without its conversation, so this is only reported. */
export function useConversationFailure(error: Error | null): void {
  const reason = error && chat.loadFailed(error.message)
  useEffect(() => {
    if (reason) showToast({ title: chat.errorTitle, message: reason, kind: 'error' })
  }, [reason])
}

/** Without its script the editor has nothing to show: reports why and goes to the dashboard. */
export function useScriptFailure(isMissing: boolean, error: Error | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMissing && !error) return
    const message = error ? editor.loadFailed(error.message) : editor.loadMissing
    showToast({ title: editor.loadErrorTitle, message, kind: 'error' })
    void navigate('/dashboard', { replace: true })
  }, [isMissing, error, navigate])
}
