import { useState } from 'react'

/** What a dialog is about, also while it fades out and the state that opened it is gone already. */
export function useLastShown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
