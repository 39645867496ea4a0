import { useState } from 'react'

/** Keeps the last value, so that a dialog can still show it while it fades out. */
export function useLastShown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
