import { LIST_ATTEMPTS, LIST_RETRY_WAITS } from '../../../contract/limits.ts'
import { RequestError } from './request-error.ts'

/** Retries lists after network errors only, never after a refusal. */
export const listRetry = {
  retry: (failures: number, error: Error): boolean =>
    failures < LIST_ATTEMPTS - 1 && error instanceof RequestError && error.isNetwork,
  retryDelay: (failures: number): number => LIST_RETRY_WAITS[failures] ?? 0,
}
