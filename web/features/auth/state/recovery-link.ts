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
