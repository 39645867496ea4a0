import { type IncomingMessage, request as requestPlainly } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { gatheredBody } from './batched-body.ts'

const LONGEST_COMPLAINT = 64 * 1024
const CONNECT_WITHIN = 10_000

/** In the words of fetch: the SDKs know them for a matter of the network. */
const failed = (cause: Error) =>
  cause.name === 'AbortError' ? cause : new TypeError('fetch failed', { cause })

const hasNoBody = (status: number) => status === 204 || status === 205 || status === 304

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return headers
}

/** Throws when the provider's status or headers are none. */
function responseOf(message: IncomingMessage, responseBytes: number): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message
  const begin = { status, statusText, headers: headersOf(message) }
  if (hasNoBody(status)) {
    message.resume()
    return new Response(null, begin)
  }
  const isAnswer = status >= 200 && status < 300
  const limit = isAnswer
    ? { bytes: responseBytes, beyond: 'error' as const }
    : { bytes: LONGEST_COMPLAINT, beyond: 'ignore' as const }
  return new Response(gatheredBody(message, limit), begin)
}

/**
 * A fetch that no answer can fill the memory through. It follows no redirect: the key in its
 * headers is for the address that was configured alone. Made of Node's own client, since the
 * streams of the built-in fetch cost more for a small piece than all that is done with it.
 */
export const boundedFetch =
  (responseBytes: number): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const send = url.protocol === 'https:' ? requestSecurely : requestPlainly
      const given = Object.fromEntries(new Headers(headers))
      const request = send(url, {
        method,
        headers: { ...given, 'accept-encoding': 'identity' },
        ...(signal && { signal }),
      })
      const late = setTimeout(
        () => request.destroy(new Error('No connection in time')),
        CONNECT_WITHIN,
      )
      const connected = () => clearTimeout(late)
      request.on('socket', (socket) => {
        if (socket.connecting) socket.once('connect', connected)
        else connected()
      })
      request.on('response', (message) => {
        try {
          resolve(responseOf(message, responseBytes))
        } catch (error) {
          message.destroy()
          reject(error)
        }
      })
      request.on('error', (error) => reject(failed(error)))
      request.on('close', () => {
        connected()
        reject(failed(new Error('The provider hung up')))
      })
      request.end(body)
    })
