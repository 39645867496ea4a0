import { brotliCompressSync, gzipSync } from 'node:zlib'
import { etagOf, type WebFiles } from './web-files.ts'

const PLACE = '<script type="application/json" id="config"></script>'

/** The page brings the public configuration along: the app need not ask for it before anything else. */
export function withConfigInPage(files: WebFiles, config: object): WebFiles {
  const page = files.get('/index.html')
  if (!page) return files
  // Nothing in a value can end the element.
  const json = JSON.stringify(config).replaceAll('<', String.raw`\u003c`)
  const html = new TextDecoder()
    .decode(page.bodies.identity)
    .replace(PLACE, () => PLACE.replace('><', () => `>${json}<`))
  const identity = new TextEncoder().encode(html)
  const bodies = {
    identity,
    br: new Uint8Array(brotliCompressSync(identity)),
    gzip: new Uint8Array(gzipSync(identity)),
  }
  return new Map([...files, ['/index.html', { ...page, etag: etagOf(identity), bodies }]])
}
