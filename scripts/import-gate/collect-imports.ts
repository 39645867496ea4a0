import { parseSync } from 'vite'

export type Import = { specifier: string; line: number }
export type SyntaxProblem = { message: string; line: number }

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

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}

/** The value of a string literal, or of a template literal without substitutions. */
function literalText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (typeof node['value'] === 'string') return node['value']
  const quasis = node['quasis']
  if (!Array.isArray(quasis) || quasis.length !== 1) return undefined
  const [only] = quasis as [{ value: { cooked: string } }]
  return only.value.cooked
}

/** Visits a node and everything in it. */
function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const key in node) {
    const child = node[key]
    if (isNode(child)) walk(child, visit)
  }
}

/** Every module a file names: imports, re-exports, literal `import()` and type imports. */
export function collectImports(
  file: string,
  text: string,
): { imports: Import[]; error?: SyntaxProblem } {
  const { program, errors } = parseSync(file, text)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const [error] = errors
  if (error) {
    return {
      imports: [],
      error: { message: error.message, line: lineAt(error.labels[0]?.start ?? 0) },
    }
  }
  const imports: Import[] = []
  walk({ program }, (node) => {
    const property = SPECIFIER_PROPERTY[String(node['type'])]
    const specifier = property ? literalText(node[property]) : undefined
    if (specifier !== undefined) imports.push({ specifier, line: lineAt(Number(node['start'])) })
  })
  return { imports }
}
