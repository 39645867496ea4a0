import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../messages.ts'
import { showToast } from '../../ui/feedback/toast.ts'

const { editor } = messages

/** Without its script the editor has nothing to show: the reason is told on the dashboard. */
export function useScriptFailure(isMissing: boolean, error: Error | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isMissing && !error) return
    const message = error ? editor.loadFailed(error.message) : editor.loadMissing
    showToast({ title: editor.loadErrorTitle, message, kind: 'error' })
    void navigate('/dashboard', { replace: true })
  }, [isMissing, error, navigate])
}
