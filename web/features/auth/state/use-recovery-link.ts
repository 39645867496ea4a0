import { useLayoutEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { type RecoveryTokens, readRecoveryLink } from './recovery-link.ts'

type RecoveryLink = RecoveryTokens | 'invalid'

const linkIn = (location: Location): RecoveryLink => readRecoveryLink(location) ?? 'invalid'
const hasParameters = ({ search, hash }: Location) => search !== '' || hash !== ''

/** Reads the tokens and removes them from the address, so that they do not end up in the history. */
export function useRecoveryLink(): RecoveryLink {
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
