import { logWarning } from '../log.ts'
import { responseMadeFirst } from './first-requests.ts'

/** Enough to recognise a proxy's page. */
const DETAIL_CHARACTERS = 500

/** The path without its query string, which may contain a token. */
const pathOf = (response: Response) => new URL(response.url || '/', window.location.href).pathname

/** Logs for support what the server said, and the id under which it logged the request. */
export function logRefusal(response: Response, detail: string): void {
  const id = response.headers.get('X-Request-Id') ?? 'none'
  logWarning(
    `Request failed: ${pathOf(response)}, status ${response.status}, request id ${id}:`,
    detail.slice(0, DETAIL_CHARACTERS),
  )
}

async function logRefusedResponse(response: Response): Promise<void> {
  logRefusal(response, await response.text().catch(String))
}

/** The `fetch` of the Supabase client: the same, but refused requests are logged. */
export const loggedFetch: typeof fetch = async (input, init) => {
  const response = await (responseMadeFirst(input, init) ?? fetch(input, init))
  if (!response.ok) void logRefusedResponse(response.clone())
  return response
}
