import { useEffect, useSyncExternalStore } from 'react'
import { Store } from '../../lib/store.ts'
import { onClearUserState } from '../../lib/user-state.ts'
import { showToast, type Toast } from './toast.ts'

/** By place. */
const failures = new Store<ReadonlyMap<string, Toast>>(new Map())

/** The places on the screen, one entry for each FailureBar. */
const shown: string[] = []

export const isPlaceShown = (place: string): boolean => shown.includes(place)

function set(place: string, failure: Toast | undefined): void {
  const others = [...failures.get()].filter(([each]) => each !== place)
  failures.set(new Map(failure ? [...others, [place, failure]] : others))
}

/**
 * Says how something ended. A failure stays in the FailureBar of its place until the next outcome there; it is a toast
 * only if nobody sees that place, or if the specification says so.
 */
export function report(place: string, outcome: Toast): void {
  const isFailure = outcome.kind === 'error'
  set(place, isFailure ? outcome : undefined)
  if (!isFailure || outcome.isSpecified || !isPlaceShown(place)) showToast(outcome)
}

/** For a new attempt, or when somebody closes the bar. */
export const clearFailure = (place: string): void => set(place, undefined)

onClearUserState(() => failures.set(new Map()))

/** The failure of a place, which is on the screen from now on. */
export function useFailure(place: string): Toast | undefined {
  useEffect(() => {
    shown.push(place)
    return () => void shown.splice(shown.indexOf(place), 1)
  }, [place])
  return useSyncExternalStore(failures.subscribe, () => failures.get().get(place))
}
