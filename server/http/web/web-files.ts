import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export type Encoding = 'br' | 'gzip' | 'identity'
export type WebFile = {
  type: string
  etag: string
  /** Its name contains a hash of its content, so it never changes. */
  immutable: boolean
  bodies: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> & { identity: Uint8Array<ArrayBuffer> }
}
/** By URL path. */
export type WebFiles = ReadonlyMap<string, WebFile>

const TYPES = new Map<string, string>([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff', 'font/woff'],
  ['.woff2', 'font/woff2'],
  ['.json', 'application/json'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json'],
])

export const etagOf = (body: Uint8Array): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

const read = async (file: string) => new Uint8Array(await readFile(file))

async function readWebFile(directory: string, name: string, names: Set<string>): Promise<WebFile> {
  const file = path.join(directory, name)
  const identity = await read(file)
  return {
    type: TYPES.get(path.extname(name)) ?? 'application/octet-stream',
    etag: etagOf(identity),
    immutable: name.startsWith('assets/'),
    bodies: {
      identity,
      ...(names.has(`${name}.br`) && { br: await read(`${file}.br`) }),
      ...(names.has(`${name}.gz`) && { gzip: await read(`${file}.gz`) }),
    },
  }
}

/** Reads the whole build into memory: it is small, and no request path ever reaches the disk. */
export async function readWebFiles(directory: string): Promise<WebFiles> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      // Without a build the server has an API only.
      if (error.code === 'ENOENT') return []
      throw error
    },
  )
  const names = new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name))),
  )
  const plain = [...names].filter((name) => !/\.(br|gz)$/.test(name))
  const files = await Promise.all(
    plain.map(async (name) => {
      const url = `/${name.split(path.sep).join('/')}`
      return [url, await readWebFile(directory, name, names)] as const
    }),
  )
  return new Map(files)
}
