import { WritingFailure } from './writing-failure.ts'

/** What the work gives, unless the time is up or the caller has had enough first. */
export function within<T>(work: Promise<T>, milliseconds: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      end()
    }
    const onAbort = () => settle(() => reject(new WritingFailure('aborted')))
    const timer = setTimeout(
      () => settle(() => reject(new WritingFailure('provider_timeout'))),
      Math.max(0, milliseconds),
    )
    signal.addEventListener('abort', onAbort)
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
    if (signal.aborted) onAbort()
  })
}
