import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync } from 'node:fs'
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

function bytesOf(file: string): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = readFileSync(file)
  return new Uint8Array(buffer, byteOffset, byteLength)
}

function readWebFile(directory: string, name: string, names: Set<string>): WebFile {
  const file = path.join(directory, name)
  const identity = bytesOf(file)
  return {
    type: TYPES.get(path.extname(name)) ?? 'application/octet-stream',
    etag: etagOf(identity),
    immutable: name.startsWith('assets/'),
    bodies: {
      identity,
      ...(names.has(`${name}.br`) && { br: bytesOf(`${file}.br`) }),
      ...(names.has(`${name}.gz`) && { gzip: bytesOf(`${file}.gz`) }),
    },
  }
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true })
  } catch (error) {
    // Without a build the server has an API only.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/**
 * Reads the whole build into memory: it is small, and no request path ever reaches the disk. Synchronous,
 * as there are no requests yet: a promise for each of hundreds of files takes several times longer.
 */
export function readWebFiles(directory: string): WebFiles {
  const names = new Set(
    entriesOf(directory)
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name))),
  )
  const plain = [...names].filter((name) => !/\.(br|gz)$/.test(name))
  return new Map(
    plain.map((name) => [
      `/${name.split(path.sep).join('/')}`,
      readWebFile(directory, name, names),
    ]),
  )
}
