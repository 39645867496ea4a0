import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFolders } from './rules.ts'

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/
const SKIPPED = new Set(['node_modules', 'dist'])

export function isSource(file: string): boolean {
  return SOURCE.test(file)
}

function* filesUnder(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (entry.isDirectory()) {
      const included = folder !== '' || sourceFolders.includes(entry.name)
      if (included && !SKIPPED.has(entry.name)) yield* filesUnder(root, path)
    } else if (isSource(path)) {
      yield path
    }
  }
}

/** All source files of a project, as paths relative to its root. */
export function sourceFiles(root: string): string[] {
  return [...filesUnder(root, '')].toSorted()
}
