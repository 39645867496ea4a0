import { brotliCompressSync, gzipSync } from 'node:zlib'
import { etagOf, type WebFiles } from './web-files.ts'

const PLACEHOLDER = '<script type="application/json" id="config"></script>'

/** Puts the public configuration into the page, which saves the app a request at start. */
export function withConfigInPage(files: WebFiles, config: object): WebFiles {
  const page = files.get('/index.html')
  if (!page) return files
  // Escaped, so that no value can contain `</script>`.
  const json = JSON.stringify(config).replaceAll('<', String.raw`\u003c`)
  const html = new TextDecoder()
    .decode(page.bodies.identity)
    .replace(PLACEHOLDER, () => PLACEHOLDER.replace('><', () => `>${json}<`))
  const identity = new TextEncoder().encode(html)
  const bodies = {
    identity,
    br: new Uint8Array(brotliCompressSync(identity)),
    gzip: new Uint8Array(gzipSync(identity)),
  }
  return new Map([...files, ['/index.html', { ...page, etag: etagOf(identity), bodies }]])
}
