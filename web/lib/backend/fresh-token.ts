type Renew = (refused: string) => Promise<string | undefined>

type TokenEvents = {
  /** Resolves with another token than the refused one; undefined if there is none. */
  renew: Renew
  /** The server refused to refresh the session, and says why. */
  onEnded: (message: string) => void
}

let events: TokenEvents = { renew: async () => undefined, onEnded: () => undefined }

export function followTokens(followed: TokenEvents): void {
  events = followed
}

const isRefresh = ({ pathname, searchParams }: URL) =>
  pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'refresh_token'

/** Too many requests, and everything that is the server's fault, may work later. */
const isRefusal = ({ status }: Response) => status >= 400 && status < 500 && status !== 429

async function noteEnd(response: Response): Promise<void> {
  const refusal = (await response.json().catch(() => ({}))) as { msg?: string; message?: string }
  events.onEnded(refusal.msg ?? refusal.message ?? '')
}

/**
 * Repeats a request whose access token was refused, with a fresh one: the token alone says little about the session.
 * Whoever made the request never learns of it, so nothing stays in an error until somebody asks again.
 */
export const withFreshToken =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href)
    const response = await send(input, init)
    if (isRefresh(url) && isRefusal(response)) void noteEnd(response.clone())
    // Accounts have errors of their own, and a refresh must not wait for itself.
    if (response.status !== 401 || url.pathname.startsWith('/auth/')) return response
    const headers = new Headers(init?.headers)
    const [, token] = /^Bearer (.+)$/.exec(headers.get('Authorization') ?? '') ?? []
    const fresh = token && (await events.renew(token))
    if (!fresh || init?.signal?.aborted) return response
    headers.set('Authorization', `Bearer ${fresh}`)
    return send(input, { ...init, headers })
  }
