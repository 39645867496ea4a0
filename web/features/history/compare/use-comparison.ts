import { useEffect, useState } from 'react'
import type { Comparison } from '../../../../screenplay/changes.ts'
import { logError } from '../../../lib/log.ts'
import { compareInWorker } from '../compare-client.ts'

export type Compared = {
  before: string
  after: string
  /** Null if the texts could not be compared. */
  comparison: Comparison | null
}

/** The latest finished comparison, perhaps of earlier texts; null until there is one. */
export function useComparison(before: string, after: string): Compared | null {
  const [compared, setCompared] = useState<Compared | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    compareInWorker(before, after, leaving.signal).then(
      (comparison) => setCompared({ before, after, comparison }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        logError('Two versions could not be compared:', error)
        setCompared({ before, after, comparison: null })
      },
    )
    return () => leaving.abort()
  }, [before, after])
  return compared
}
