import type { Context, Hono } from 'hono'
import { POSITION_METRIC } from '../../../contract/change-position.ts'
import type { Environment } from '../request-context.ts'
import type { Encoding, WebFile, WebFiles } from './web-files.ts'

/** The best encoding the client accepts; `br;q=0` means it does not accept br. */
function chooseEncoding(accepted: string, file: WebFile): Encoding {
  const accepts = new Set(
    accepted
      .toLowerCase()
      .split(',')
      .map((entry) => entry.trim().split(/\s*;\s*/))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return (
    (['br', 'gzip'] as const).find((name) => accepts.has(name) && file.bodies[name]) ?? 'identity'
  )
}

function send(c: Context, file: WebFile) {
  const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', file)
  c.header('Content-Type', file.type)
  c.header('ETag', file.etag)
  c.header('Vary', 'Accept-Encoding')
  c.header('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
  const known = (c.req.header('if-none-match') ?? '').split(/\s*,\s*/)
  if (known.some((etag) => etag === '*' || etag.replace(/^W\//, '') === file.etag)) {
    return c.body(null, 304)
  }
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  return c.body(file.bodies[encoding] ?? file.bodies.identity)
}

/** APIs of Supabase, those that are not offered too. */
const isApi = (path: string) => /^\/[a-z]+\/v1\b/.test(path)

/** What is no address of the app: a 404 if it is missing, except in the address bar of a browser. */
const isOther = (path: string) => /\.[^/]*$|^\/outbox(\/|$)/.test(path)

const NOT_BUILT =
  'The web app is not built. "npm start" builds and serves it; "npm run dev" serves it at another address.\n'

/** Serves the build's files, and index.html for every other page address, with the position of changes. */
export function serveWeb(
  app: Hono<Environment>,
  files: WebFiles,
  changePosition: () => string,
): void {
  app.get('*', async (c, next) => {
    const { path } = c.req
    const file = path === '/index.html' ? undefined : files.get(path)
    if (file) return send(c, file)
    const acceptsPage = (c.req.header('accept') ?? '').includes('text/html')
    if (isApi(path) || (isOther(path) && !acceptsPage)) return next()
    const page = files.get('/index.html')
    if (!page) return acceptsPage || path === '/' ? c.text(NOT_BUILT, 503) : next()
    c.header('Server-Timing', `${POSITION_METRIC};desc="${changePosition()}"`)
    return send(c, page)
  })
}
