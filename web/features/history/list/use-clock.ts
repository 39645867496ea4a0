import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The time, to the minute. */
export function useClock(): Date {
  const [time, setTime] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date()), MINUTE)
    return () => clearInterval(timer)
  }, [])
  return time
}
