import { statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'

export type Target =
  | { kind: 'file'; file: string }
  | { kind: 'missing'; file: string }
  | { kind: 'node' }
  | { kind: 'package' }
  | { kind: 'alias' }

/** Suffixes an import may omit. */
const SUFFIXES = ['', '.ts', '.tsx', '.js', '/index.ts', '/index.tsx', '/index.js']
/** Absolute paths and path aliases. */
const ALIAS = /^(?:[/#~]|@\/|file:)/

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

/** What an import specifier refers to. */
export function resolveImport(root: string, from: string, specifier: string): Target {
  if (ALIAS.test(specifier)) return { kind: 'alias' }
  if (isBuiltin(specifier)) return { kind: 'node' }
  if (!/^\.\.?(?:\/|$)/.test(specifier)) return { kind: 'package' }
  // Vite's `?raw`, `?url` and the like say how to load the file, not which one.
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const found = SUFFIXES.find((suffix) => isFile(join(root, path + suffix)))
  return found === undefined
    ? { kind: 'missing', file: path }
    : { kind: 'file', file: path + found }
}
