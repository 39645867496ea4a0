import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

const client = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@supabase/supabase-js')),
  'umd/supabase.js',
)

/** A page at an origin of its own, with the official client. */
export async function startSecondFrontEnd(): Promise<{ url: string; stop: () => void }> {
  const script = await readFile(client, 'utf8')
  const page = `<!doctype html><link rel="icon" href="data:,"><script>${script}</script>`
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() }
}
