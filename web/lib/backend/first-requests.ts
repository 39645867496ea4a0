import { onClearUserState } from '../user-state.ts'

/**
 * What a page reads when it is loaded is remembered by its address, and the next time index.html asks for it at once, while
 * the app's code is still loading. A response is used if the app then makes exactly that request.
 */
type Asked = { path: string; headers: Record<string, string> }

declare global {
  interface Window {
    /** From index.html. */
    firstRequests?: (Asked & { token: string; response: Promise<Response> })[]
  }
}

/** Also named in index.html, as is the session's. */
const KEY = 'script-writer-first-requests'
/** The dashboard and the last scripts. */
const MAX_ADDRESSES = 6

let asked: Asked[] | undefined = []

const sameHeaders = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** The response to a request that index.html has made already; it is given out once. */
export function responseMadeFirst(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response> | undefined {
  if (asked === undefined || input instanceof Request || (init?.method ?? 'GET') !== 'GET')
    return undefined
  const { origin, pathname, search } = new URL(input, window.location.href)
  const path = pathname + search
  const { authorization = '', ...headers } = Object.fromEntries(new Headers(init?.headers))
  if (origin !== window.location.origin || !path.startsWith('/rest/v1/')) return undefined
  asked.push({ path, headers })
  const made = window.firstRequests ?? []
  const at = made.findIndex(
    (each) =>
      each.path === path &&
      authorization === `Bearer ${each.token}` &&
      sameHeaders(each.headers, headers),
  )
  return made.splice(at, at === -1 ? 0 : 1)[0]?.response
}

/** The page has what it waits for: from here on every request is made when it is asked for. */
export function endFirstRequests(): void {
  const now = asked
  asked = undefined
  // A body that nobody reads may occupy its connection.
  for (const { response } of window.firstRequests ?? [])
    void response.then(
      ({ body }) => body?.cancel(),
      () => undefined,
    )
  delete window.firstRequests
  if (!now) return
  try {
    const known = JSON.parse(localStorage.getItem(KEY) ?? '[]') as [string, Asked[]][]
    // A reload may read something else: it knows which conversation is open.
    const [{ type } = { type: '' }] = performance.getEntriesByType(
      'navigation',
    ) as PerformanceNavigationTiming[]
    const address = `${type} ${window.location.pathname}`
    const others = known.filter(([other]) => other !== address).slice(0, MAX_ADDRESSES - 1)
    localStorage.setItem(KEY, JSON.stringify(now.length > 0 ? [[address, now], ...others] : others))
  } catch {
    // Without storage the next page asks when its code has run.
  }
}

// The paths name the user.
onClearUserState(() => {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Without storage nothing was kept.
  }
})
