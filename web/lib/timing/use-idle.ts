import { useEffect, useState } from 'react'

const AFTER_START = 1_500

/** True some time after the first render, once the browser is idle. */
export function useIdle(isStarted: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!isStarted || isIdle) return undefined
    let asked = 0
    const timer = setTimeout(() => {
      // Safari has no idle callbacks. Without the timeout, Chromium may never call it if nothing is painted.
      if (typeof requestIdleCallback === 'function')
        asked = requestIdleCallback(() => setIsIdle(true), { timeout: AFTER_START })
      else setIsIdle(true)
    }, AFTER_START)
    return () => {
      clearTimeout(timer)
      if (asked !== 0) cancelIdleCallback(asked)
    }
  }, [isStarted, isIdle])
  return isIdle
}
