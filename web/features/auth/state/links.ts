export type RecoveryTokens = { accessToken: string; refreshToken: string }

type Address = { search: string; hash: string }

/** The tokens in the query string or hash; undefined if this is not a valid recovery link. */
export function readRecoveryLink({ search, hash }: Address): RecoveryTokens | undefined {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const read = (name: string) => fragment.get(name) || query.get(name) || ''
  const accessToken = read('access_token')
  const refreshToken = read('refresh_token')
  if (read('error') || read('type') !== 'recovery') return undefined
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}

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

/** The secret of an invitation: `/signup#invitation=…`, where no server or proxy sees it. */
export function readInvitationLink(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('invitation')
  return token === null || token === '' ? undefined : token.slice(0, 512)
}
