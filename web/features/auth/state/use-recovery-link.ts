import { useLayoutEffect, useState } from 'react'
import { type Location, useLocation } from 'react-router'
import { type RecoveryTokens, readRecoveryLink } from './recovery-link.ts'

type RecoveryLink = RecoveryTokens | 'invalid'

const linkIn = (location: Location): RecoveryLink => readRecoveryLink(location) ?? 'invalid'
const holdsSomething = ({ search, hash }: Location) => search !== '' || hash !== ''

/** Takes the tokens out of the address at once, so that no history, screenshot or neighbour keeps them. */
export function useRecoveryLink(): RecoveryLink {
  const location = useLocation()
  const [seen, setSeen] = useState(location)
  const [link, setLink] = useState(() => linkIn(location))
  // A second link, opened in the same tab, changes no more than the hash: the page is not loaded anew.
  if (seen !== location) {
    setSeen(location)
    if (holdsSomething(location)) setLink(linkIn(location))
  }
  useLayoutEffect(() => {
    if (!holdsSomething(location)) return
    window.history.replaceState(window.history.state, '', location.pathname)
  }, [location])
  return link
}
