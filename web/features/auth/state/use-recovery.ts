import { useQuery } from '@tanstack/react-query'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { recoveryQuery } from '../api/sign-in.ts'
import { useSession } from './session.ts'
import { useLayoutEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { readRecoveryLink, type RecoveryTokens } from './links.ts'

type RecoveryLink = RecoveryTokens | 'invalid'

const linkIn = (location: Location): RecoveryLink => readRecoveryLink(location) ?? 'invalid'
const hasParameters = ({ search, hash }: Location) => search !== '' || hash !== ''

/** Reads the tokens and removes them from the address, so that they do not end up in the history. */
function useRecoveryLink(): RecoveryLink {
  const location = useLocation()
  const [seen, setSeen] = useState(location)
  const [link, setLink] = useState(() => linkIn(location))
  // Opening a second link in the same tab only changes the hash, without a page load.
  if (seen !== location) {
    setSeen(location)
    if (hasParameters(location)) setLink(linkIn(location))
  }
  useLayoutEffect(() => {
    if (!hasParameters(location)) return
    window.history.replaceState(window.history.state, '', location.pathname)
  }, [location])
  return link
}

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
