import { useEffect, useState } from 'react'
import { messages } from '../messages/first.ts'
import { PageSpinner } from '../ui/feedback/page-spinner.tsx'

/** After this time without an answer the page says what it is waiting for. */
const DELAYED_AFTER = 2_000

/** Shown while the server checks who is signed in. */
export function WaitingSpinner() {
  const [isDelayed, setIsDelayed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDelayed(true), DELAYED_AFTER)
    return () => clearTimeout(timer)
  }, [])
  const { connecting, common } = messages
  return <PageSpinner label={isDelayed ? connecting.delayed : common.loading} />
}
