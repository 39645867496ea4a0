import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type providers, wireFormats } from '../rest/wire-formats.ts'

type Provider = (typeof providers)[number]
type Wire = (typeof wireFormats)[Provider]
type Request = {
  path: string
  headers: IncomingHttpHeaders
  body: unknown
  closed: Promise<number>
}

/** How the provider responds; requests are numbered from 1. */
export type Behaviour = (answer: Answer, request: Request, number: number) => unknown

type Answer = ReturnType<typeof answerWith>

function answerWith(response: ServerResponse, wire: Wire) {
  const begin = () => {
    if (response.headersSent) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(wire.opening)
  }
  return {
    raw(text: string) {
      begin()
      return response.write(text)
    },
    say(...pieces: string[]) {
      begin()
      return response.write(pieces.map((piece) => wire.text(piece)).join(''))
    },
    think(...pieces: string[]) {
      begin()
      return response.write(pieces.map((piece) => wire.thinking(piece)).join(''))
    },
    begin,
    /** Writes forever, as fast as it is read; calls `onFull` when nobody reads. */
    goOn(write: () => boolean, onFull: () => void = () => undefined) {
      const fill = () => {
        while (!response.destroyed && write());
        onFull()
      }
      response.on('drain', fill)
      fill()
    },
    end(how: 'ending' | 'refusing' | 'cutting' = 'ending') {
      begin()
      response.end(wire[how])
    },
    beginRefusal: (status: number) => response.writeHead(status),
    refuse(status: number, body: unknown = {}, headers: Record<string, string> = {}) {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    },
    /** Ends the response without the final event. */
    close: () => response.end(),
    reset: () => response.socket?.resetAndDestroy(),
    /** Resolves once everything written so far has left this process. */
    flushed: () => new Promise<void>((resolve) => response.write(':\n\n', () => resolve())),
  }
}

/** A local server that speaks a provider's wire format and behaves as scripted. */
export async function startProvider(provider: Provider, behave: Behaviour) {
  const wire = wireFormats[provider]
  const requests: Request[] = []
  const server = createServer((incoming, response) => {
    const answer = async () => {
      const closed = once(response, 'close').then(() => performance.now())
      const { url: path = '', headers } = incoming
      const body = incoming.method === 'GET' ? null : await json(incoming)
      const request = { path, headers, body, closed }
      requests.push(request)
      await behave(answerWith(response, wire), request, requests.length)
    }
    answer().catch((error: unknown) => response.destroy(error as Error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  const { port } = server.address() as AddressInfo
  return { requests, baseUrl: `http://127.0.0.1:${port}${wire.base}`, stop }
}
