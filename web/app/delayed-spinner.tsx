import { useEffect, useState } from 'react'
import { messages } from '../messages/first.ts'
import { PageSpinner } from '../ui/feedback/page-spinner.tsx'
import { SPINNER_DELAY } from './loaders.ts'

/** Shown while the first page loads, delayed to avoid a flash. */
export function DelayedSpinner() {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), SPINNER_DELAY)
    return () => clearTimeout(timer)
  }, [])
  return isDue && <PageSpinner label={messages.common.loading} />
}
