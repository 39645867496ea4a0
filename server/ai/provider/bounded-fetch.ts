import { Agent, type IncomingMessage, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { checkedLookup, requireOpenAddress, type Resolve } from '../connections/checked-lookup.ts'
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

/** HTTP agents whose sockets connect only to checked addresses. */
function checkedAgents(allowsLoopback: boolean, resolve?: Resolve) {
  const options = { keepAlive: true, scheduling: 'lifo' as const, timeout: 5_000 }
  const lookup = checkedLookup(allowsLoopback, resolve)
  return {
    'http:': new Agent({ ...options, lookup }),
    'https:': new HttpsAgent({ ...options, lookup }),
  }
}

const agents = new Map<boolean, ReturnType<typeof checkedAgents>>()

/** Apart for the two kinds of check, since a socket that is kept open is not checked again. */
function agentsFor(allowsLoopback: boolean, resolve?: Resolve) {
  if (resolve) return checkedAgents(allowsLoopback, resolve)
  const known = agents.get(allowsLoopback) ?? checkedAgents(allowsLoopback)
  agents.set(allowsLoopback, known)
  return known
}

type Limits = {
  responseBytes: number
  /** Refuses private addresses; a test may resolve names itself. */
  checksAddress?: boolean | undefined
  /** Of the private addresses, these are not refused. */
  allowsLoopback?: boolean | undefined
  resolve?: Resolve
}

/**
 * A `fetch` with a limit on the size of a response. It follows no redirects, because the API key in the
 * headers is for the configured address only. Built on Node's HTTP client: the streams of the built-in
 * fetch cost more per small chunk than everything we do with it.
 */
export const boundedFetch =
  ({
    responseBytes,
    checksAddress = false,
    allowsLoopback = false,
    resolve,
  }: Limits): typeof fetch =>
  (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((onResponse, reject) => {
      const url = new URL(input instanceof Request ? input.url : input)
      if (checksAddress) requireOpenAddress(url, allowsLoopback)
      const checked = agentsFor(allowsLoopback, resolve)
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const ownHeaders = Object.fromEntries(new Headers(headers))
      const request = send(url, {
        method,
        headers: { ...ownHeaders, 'accept-encoding': 'identity' },
        ...(signal && { signal }),
        ...(checksAddress && { agent: checked[url.protocol === 'https:' ? 'https:' : 'http:'] }),
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
          onResponse(responseOf(message, responseBytes))
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
