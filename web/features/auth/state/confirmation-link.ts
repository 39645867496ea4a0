/** How a link from a confirmation mail ended. */
export type LinkOutcome = 'confirmed' | 'expired' | 'failed'

type ConfirmationLink = { outcome: LinkOutcome; accessToken?: string }

/** Recovery links are handled by their own page. */
const RECOVERY_PAGE = '/auth/reset-password'

/** Reads the outcome that the server put into the hash; undefined if no confirmation link led here. */
export function readConfirmationLink(address: {
  pathname: string
  hash: string
}): ConfirmationLink | undefined {
  const values = new URLSearchParams(address.hash.replace(/^#/, ''))
  if (address.pathname === RECOVERY_PAGE) return undefined
  if (values.has('error'))
    return { outcome: values.get('error_code') === 'otp_expired' ? 'expired' : 'failed' }
  const accessToken = values.get('access_token')
  return values.get('type') === 'signup' && accessToken
    ? { outcome: 'confirmed', accessToken }
    : undefined
}

/** Reads the link once and removes it from the address, so that no token ends up in the history. */
export function takeConfirmationLink(): ConfirmationLink | undefined {
  const link = readConfirmationLink(window.location)
  if (link) {
    const { pathname, search } = window.location
    window.history.replaceState(window.history.state, '', pathname + search)
  }
  return link
}
