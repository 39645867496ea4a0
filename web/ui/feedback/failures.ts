import { useSyncExternalStore } from 'react'
import { onClearUserState } from '../../lib/user-state.ts'
import { showToast, type Toast } from './toast.ts'

const failures = new Map<string, Toast>()
const listeners = new Set<() => void>()

function set(place: string, failure: Toast | undefined): void {
  if (failure) failures.set(place, failure)
  else if (!failures.delete(place)) return
  for (const listener of listeners) listener()
}

/** Shows a toast. A failure also stays in the FailureBar of this place, until the next outcome there. */
export function report(place: string, outcome: Toast): void {
  set(place, outcome.kind === 'error' ? outcome : undefined)
  showToast(outcome)
}

/** For a new attempt, or when somebody closes the bar. */
export const clearFailure = (place: string): void => set(place, undefined)

onClearUserState(() => {
  for (const place of failures.keys()) clearFailure(place)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useFailure = (place: string): Toast | undefined =>
  useSyncExternalStore(subscribe, () => failures.get(place))
