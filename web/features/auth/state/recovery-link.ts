export type RecoveryTokens = { accessToken: string; refreshToken: string }

type Address = { search: string; hash: string }

/** What the link in the mail brought, in the query or behind the hash; nothing if it is no recovery. */
export function readRecoveryLink({ search, hash }: Address): RecoveryTokens | undefined {
  const query = new URLSearchParams(search)
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const read = (name: string) => fragment.get(name) || query.get(name) || ''
  const accessToken = read('access_token')
  const refreshToken = read('refresh_token')
  if (read('error') || read('type') !== 'recovery') return undefined
  return accessToken && refreshToken ? { accessToken, refreshToken } : undefined
}
