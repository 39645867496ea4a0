import { useSyncExternalStore } from 'react'
import { Store } from '../../lib/store.ts'
import { onClearUserState } from '../../lib/user-state.ts'
import { showToast, type Toast } from './toast.ts'

/** By place. */
const failures = new Store<ReadonlyMap<string, Toast>>(new Map())

function set(place: string, failure: Toast | undefined): void {
  const others = [...failures.get()].filter(([each]) => each !== place)
  failures.set(new Map(failure ? [...others, [place, failure]] : others))
}

/** Shows a toast. A failure also stays in the FailureBar of this place, until the next outcome there. */
export function report(place: string, outcome: Toast): void {
  set(place, outcome.kind === 'error' ? outcome : undefined)
  showToast(outcome)
}

/** For a new attempt, or when somebody closes the bar. */
export const clearFailure = (place: string): void => set(place, undefined)

onClearUserState(() => failures.set(new Map()))

export const useFailure = (place: string): Toast | undefined =>
  useSyncExternalStore(failures.subscribe, () => failures.get().get(place))
