import { statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'

export type Target =
  | { kind: 'file'; file: string }
  | { kind: 'missing'; file: string }
  | { kind: 'node' }
  | { kind: 'package' }
  | { kind: 'unclear' }

/** What an import may leave out. */
const ENDINGS = ['', '.ts', '.tsx', '.js', '/index.ts', '/index.tsx', '/index.js']
/** Neither relative nor a package's name: such an import hides where it goes. */
const UNCLEAR = /^(?:[/#~]|@\/|file:)/

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** Where an import leads. */
export function resolveImport(root: string, from: string, specifier: string): Target {
  if (UNCLEAR.test(specifier)) return { kind: 'unclear' }
  if (isBuiltin(specifier)) return { kind: 'node' }
  if (!/^\.\.?(?:\/|$)/.test(specifier)) return { kind: 'package' }
  // Vite's `?raw`, `?url` and the like say how to load the file, not which.
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const found = ENDINGS.find((ending) => isFile(join(root, path + ending)))
  return found === undefined
    ? { kind: 'missing', file: path }
    : { kind: 'file', file: path + found }
}
