import { readdirSync, readFileSync, statSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import { type ParseResult, parseSync } from 'vite'
import {
  aliases,
  browserModules,
  internalSubfolders,
  isolatedFolders,
  isolationExceptions,
  layers,
  sourceFolders,
  toolingLayers,
} from './rules.ts'

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/
const SKIPPED = new Set(['node_modules', 'dist'])

const isSource = (file: string) => SOURCE.test(file)

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

/** What the parser's own list of imports leaves out; the tree has all, but reading it takes ten times as long. */
const NOT_LISTED = /\b(?:import\s*[(./]|require\s*[(/]|export\s*(?:type\s*)?(?:\/|\{\s*[/}]))/

/** AST nodes that name a module, and the property that holds the specifier. */
const SPECIFIER_PROPERTY: Record<string, string> = {
  ImportDeclaration: 'source',
  ExportAllDeclaration: 'source',
  ExportNamedDeclaration: 'source',
  ImportExpression: 'source',
  TSImportType: 'source',
  TSExternalModuleReference: 'expression',
}

type Node = Record<string, unknown>
type Import = { specifier: string; start: number }

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** The value of a string literal, or of a template literal without substitutions. */
function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (typeof node['value'] === 'string') return node['value']
  const quasis = node['quasis']
  if (!Array.isArray(quasis) || quasis.length !== 1) return undefined
  const [only] = quasis as [{ value: { cooked: string } }]
  return only.value.cooked
}

/** The imports in a node and everything in it. */
function* importsIn(node: Node): Generator<Import> {
  const property = SPECIFIER_PROPERTY[String(node['type'])]
  const specifier = property ? literalText(node[property]) : undefined
  if (specifier !== undefined) yield { specifier, start: Number(node['start']) }
  for (const key in node) {
    const child = node[key]
    if (isNode(child)) yield* importsIn(child)
  }
}

/** The imports and re-exports that the parser lists. */
const listedImports = ({ staticImports, staticExports }: ParseResult['module']): Import[] =>
  [...staticImports, ...staticExports].flatMap((statement) => {
    const request =
      'moduleRequest' in statement ? statement.moduleRequest : statement.entries[0]?.moduleRequest
    return request ? [{ specifier: request.value, start: statement.start }] : []
  })

/** Every module a file names: imports, re-exports, literal `import()` and type imports. */
function collectImports(
  file: string,
  text: string,
): { imports: { specifier: string; line: number }[]; errors: string[] } {
  const parsed = parseSync(file, text)
  const found = NOT_LISTED.test(text)
    ? [...importsIn({ program: parsed.program })]
    : listedImports(parsed.module)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const [error] = parsed.errors
  const place = `${file}:${lineAt(error?.labels[0]?.start ?? 0)}`
  return {
    imports: found.map(({ specifier, start }) => ({ specifier, line: lineAt(start) })),
    errors: error ? [`${place} syntax error: ${error.message}`] : [],
  }
}

type Target =
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
function resolveImport(
  { root, sources }: { root: string; sources: Set<string> },
  from: string,
  specifier: string,
): Target {
  if (ALIAS.test(specifier)) return { kind: 'alias' }
  if (isBuiltin(specifier)) return { kind: 'node' }
  if (!/^\.\.?(?:\/|$)/.test(specifier)) return { kind: 'package' }
  // Vite's `?raw`, `?url` and the like say how to load the file, not which one.
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const found = SUFFIXES.find(
    (suffix) => sources.has(path + suffix) || isFile(join(root, path + suffix)),
  )
  return found === undefined
    ? { kind: 'missing', file: path }
    : { kind: 'file', file: path + found }
}

const allowed = new Map<string, Set<string>>()

function allow(from: string, targets: string[]): void {
  allowed.set(from, new Set([...(allowed.get(from) ?? []), ...targets]))
}

const stepsOf = (line: string) => line.split(' → ').map((step) => step.split(', '))

function addLine(line: string, extraTargets: string[] = []): void {
  const steps = stepsOf(line)
  for (const [index, step] of steps.entries()) {
    const targets = [...steps.slice(index + 1).flat(), ...extraTargets]
    for (const module of step) allow(module, targets)
  }
}

for (const line of layers) addLine(line)
const productModules = [...allowed.keys()]
for (const line of toolingLayers) addLine(line, productModules)

/** The module a file belongs to; undefined if the rules do not list one. */
function moduleOf(file: string): string | undefined {
  const alias = aliases[file]
  if (alias) return alias
  return [...allowed.keys()].find((module) => file === module || file.startsWith(`${module}/`))
}

/** The isolated folder a file belongs to, e.g. `web/features/chat`. */
function isolatedFolderOf(file: string): string | undefined {
  const parent = isolatedFolders.find((name) => file.startsWith(`${name}/`))
  if (!parent) return undefined
  const [folder, ...rest] = file.slice(parent.length + 1).split('/')
  return rest.length > 0 ? `${parent}/${folder}` : undefined
}

/** Whether one isolated folder may import another all the same. */
function isException(from: string, to: string): boolean {
  return isolationExceptions.some((line) => {
    const [sources, targets] = stepsOf(line)
    return sources?.includes(from) && targets?.includes(to)
  })
}

/** Whether a file lies in a subfolder that only its own module may import. */
function isInternal(file: string): boolean {
  return internalSubfolders.some(
    (module) => file.startsWith(`${module}/`) && file.slice(module.length + 1).includes('/'),
  )
}

/** The rule that forbids one module to import another; undefined if it may. */
function directionError(from: string, to: string): string | undefined {
  const targets = allowed.get(from)
  if (from === to || targets?.has(to)) return undefined
  const names = [...(targets ?? [])]
  const may = names.length > 0 ? `only ${names.join(', ')}` : 'nothing outside itself'
  return `${from} may import ${may}`
}

type Graph = Map<string, Set<string>>

/** The shortest path from a file back to itself. */
function shortestCycle(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const path = [start]
        for (let at = file; at !== start; at = cameFrom.get(at) ?? start) path.unshift(at)
        return [start, ...path]
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

/** One shortest cycle per group of files; a file that is part of a reported cycle is not reported again. */
function findCycles(graph: Graph): string[][] {
  const cycles: string[][] = []
  const reported = new Set<string>()
  for (const file of graph.keys()) {
    if (reported.has(file)) continue
    const cycle = shortestCycle(graph, file)
    if (!cycle) continue
    cycles.push(cycle)
    for (const member of cycle) reported.add(member)
  }
  return cycles
}

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
  const files = [...filesUnder(root, '')].toSorted()
  const sources = new Set(files)
  const errors: string[] = []
  const graph = new Map<string, Set<string>>()
  const lines = new Map<string, number>()
  for (const file of files) {
    if (hasNoModule(file)) errors.push(`${file}:1 ${NO_MODULE}`)
    const found = collectImports(file, readFileSync(join(root, file), 'utf8'))
    errors.push(...found.errors)
    const dependencies = new Set<string>()
    graph.set(file, dependencies)
    for (const { specifier, line } of found.imports) {
      const target = resolveImport({ root, sources }, file, specifier)
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
