import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { showToast } from '../../../ui/feedback/toast.ts'
import { submitStyle } from '../forms/form-style.ts'

const { invalidTitle, invalid, back } = messages.auth.reset

export function InvalidLink() {
  const navigate = useNavigate()
  useEffect(() => {
    showToast({ title: invalidTitle, message: invalid, kind: 'error' })
  }, [])
  return (
    <Button variant="primary" className={submitStyle} onClick={() => void navigate('/login')}>
      {back}
    </Button>
  )
}
