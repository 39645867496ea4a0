import { useQuery } from '@tanstack/react-query'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { recoveryQuery } from '../api/recovery.ts'
import { useSession } from './session.ts'
import { useRecoveryLink } from './use-recovery-link.ts'

export type Recovery =
  | { status: 'verifying' | 'invalid' }
  | { status: 'unreachable'; retry: () => void }
  | { status: 'ready'; email: string; needsCode: boolean }

/** Verifies the recovery link in the address once the server is reachable. */
export function useRecovery(): Recovery {
  const link = useRecoveryLink()
  const isConnected = useSession().status !== 'loading'
  const tokens = link === 'invalid' ? undefined : link
  const { data, error, isFetching, refetch } = useQuery(recoveryQuery(tokens, isConnected))
  if (link === 'invalid') return { status: 'invalid' }
  if (data) return { status: 'ready', ...data }
  if (!error || isFetching) return { status: 'verifying' }
  const isUnreachable = error instanceof RequestError && error.isNetwork
  return isUnreachable
    ? { status: 'unreachable', retry: () => void refetch() }
    : { status: 'invalid' }
}
