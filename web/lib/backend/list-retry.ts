import { LIST_ATTEMPTS, LIST_RETRY_WAITS } from '../../../contract/limits.ts'
import { RequestError } from './request-error.ts'

/** Lists are asked for again when the network failed, and only then: a refusal stays one. */
export const listRetry = {
  retry: (failures: number, error: Error): boolean =>
    failures < LIST_ATTEMPTS - 1 && error instanceof RequestError && error.isNetwork,
  retryDelay: (failures: number): number => LIST_RETRY_WAITS[failures] ?? 0,
}
