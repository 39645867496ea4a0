import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { WideButton } from '../forms/auth-form.tsx'

const { invalidTitle, invalid, back } = messages.auth.reset

export function InvalidLink() {
  const navigate = useNavigate()
  useEffect(() => {
    showToast({ title: invalidTitle, message: invalid, kind: 'error' })
  }, [])
  return (
    <WideButton variant="primary" onClick={() => void navigate('/login')}>
      {back}
    </WideButton>
  )
}
