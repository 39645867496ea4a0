import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { batchedBody } from './batched-body.ts'

const ERROR_BODY_BYTES = 64 * 1024
const CONNECT_TIMEOUT = 10_000

/** The error that `fetch` throws, which the SDKs recognise as a network error. */
const networkError = (cause: Error) =>
  cause.name === 'AbortError' ? cause : new TypeError('fetch failed', { cause })

const hasNoBody = (status: number) => status === 204 || status === 205 || status === 304

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  }
  return headers
}

/** Throws when the status or the headers are invalid. */
function responseOf(message: IncomingMessage, responseBytes: number): Response {
  const { statusCode: status = 0, statusMessage: statusText = '' } = message
  const init = { status, statusText, headers: headersOf(message) }
  if (hasNoBody(status)) {
    message.resume()
    return new Response(null, init)
  }
  const isSuccess = status >= 200 && status < 300
  const limit = isSuccess
    ? { bytes: responseBytes, onOverflow: 'error' as const }
    : { bytes: ERROR_BODY_BYTES, onOverflow: 'truncate' as const }
  return new Response(batchedBody(message, limit), init)
}

/**
 * A `fetch` with a limit on the size of a response. It follows no redirects, because the API key in the
 * headers is for the configured address only. Built on Node's HTTP client: the streams of the built-in
 * fetch cost more per small chunk than everything we do with it.
 */
export const boundedFetch =
  (responseBytes: number): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const ownHeaders = Object.fromEntries(new Headers(headers))
      const request = send(url, {
        method,
        headers: { ...ownHeaders, 'accept-encoding': 'identity' },
        ...(signal && { signal }),
      })
      const connectTimer = setTimeout(
        () => request.destroy(new Error('Connection timed out')),
        CONNECT_TIMEOUT,
      )
      const connected = () => clearTimeout(connectTimer)
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
      request.on('error', (error) => reject(networkError(error)))
      request.on('close', () => {
        connected()
        reject(networkError(new Error('The provider closed the connection')))
      })
      request.end(body)
    })
