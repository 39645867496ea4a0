import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { collectImports } from './collect-imports.ts'
import { findCycles } from './cycles.ts'
import { directionError, isException, isInternal, isolatedFolderOf, moduleOf } from './modules.ts'
import { resolveImport, type Target } from './resolve.ts'
import { browserModules, isolatedFolders } from './rules.ts'
import { isSource, sourceFiles } from './source-files.ts'

const NO_MODULE = 'belongs to no module listed in scripts/import-gate/rules.ts'

/** The rule that forbids one file to import another; undefined if it may. */
function fileError(from: string, to: string): string | undefined {
  const [fromModule, toModule] = [moduleOf(from), moduleOf(to)]
  if (!fromModule) return undefined
  // A stylesheet or image outside the modules may be imported from the same top-level folder.
  if (!toModule) return from.split('/')[0] === to.split('/')[0] ? undefined : NO_MODULE
  const [fromFolder, toFolder] = [isolatedFolderOf(from), isolatedFolderOf(to)]
  if (fromFolder && toFolder && fromFolder !== toFolder && !isException(fromFolder, toFolder)) {
    return `${fromFolder} must not import ${toFolder}`
  }
  const error = directionError(fromModule, toModule)
  if (error) return error
  return fromModule !== toModule && isInternal(to)
    ? `internal to ${toModule}; import a file directly in ${toModule}/ instead`
    : undefined
}

function targetError(from: string, target: Target): string | undefined {
  switch (target.kind) {
    case 'file':
      return fileError(from, target.file)
    case 'missing':
      return 'file not found'
    case 'node':
      return browserModules.includes(moduleOf(from) ?? '')
        ? 'this code also runs in the browser, where Node built-ins are not available'
        : undefined
    case 'alias':
      return 'use a relative path or a package name'
    case 'package':
      return undefined
    default:
      return target satisfies never
  }
}

function hasNoModule(file: string): boolean {
  const module = moduleOf(file)
  return !module || (isolatedFolders.includes(module) && !isolatedFolderOf(file))
}

/** Every import error in a project, one line each. */
export function checkImports(root: string): { files: number; errors: string[] } {
  const files = sourceFiles(root)
  const errors: string[] = []
  const graph = new Map<string, Set<string>>()
  const lines = new Map<string, number>()
  for (const file of files) {
    if (hasNoModule(file)) errors.push(`${file}:1 ${NO_MODULE}`)
    const { imports, error: syntaxError } = collectImports(
      file,
      readFileSync(join(root, file), 'utf8'),
    )
    if (syntaxError) errors.push(`${file}:${syntaxError.line} syntax error: ${syntaxError.message}`)
    const dependencies = new Set<string>()
    graph.set(file, dependencies)
    for (const { specifier, line } of imports) {
      const target = resolveImport(root, file, specifier)
      const name = 'file' in target ? target.file : specifier
      const error = targetError(file, target)
      if (error) errors.push(`${file}:${line} imports ${name}: ${error}`)
      if (target.kind !== 'file' || !isSource(name)) continue
      dependencies.add(name)
      lines.set(`${file} ${name}`, line)
    }
  }
  for (const cycle of findCycles(graph)) {
    const [file, next] = cycle
    const line = lines.get(`${file} ${next}`)
    errors.push(`${file}:${line} import cycle: ${cycle.join(' → ')}`)
  }
  return { files: files.length, errors }
}
