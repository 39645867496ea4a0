import {
  aliases,
  internalSubfolders,
  isolatedFolders,
  isolationExceptions,
  layers,
  toolingLayers,
} from './rules.ts'

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
export function moduleOf(file: string): string | undefined {
  const alias = aliases[file]
  if (alias) return alias
  return [...allowed.keys()].find((module) => file === module || file.startsWith(`${module}/`))
}

/** The isolated folder a file belongs to, e.g. `web/features/chat`. */
export function isolatedFolderOf(file: string): string | undefined {
  const parent = isolatedFolders.find((name) => file.startsWith(`${name}/`))
  if (!parent) return undefined
  const [folder, ...rest] = file.slice(parent.length + 1).split('/')
  return rest.length > 0 ? `${parent}/${folder}` : undefined
}

/** Whether one isolated folder may import another all the same. */
export function isException(from: string, to: string): boolean {
  return isolationExceptions.some((line) => {
    const [sources, targets] = stepsOf(line)
    return sources?.includes(from) && targets?.includes(to)
  })
}

/** Whether a file lies in a subfolder that only its own module may import. */
export function isInternal(file: string): boolean {
  return internalSubfolders.some(
    (module) => file.startsWith(`${module}/`) && file.slice(module.length + 1).includes('/'),
  )
}

/** The rule that forbids one module to import another; undefined if it may. */
export function directionError(from: string, to: string): string | undefined {
  const targets = allowed.get(from)
  if (from === to || targets?.has(to)) return undefined
  const names = [...(targets ?? [])]
  const may = names.length > 0 ? `only ${names.join(', ')}` : 'nothing outside itself'
  return `${from} may import ${may}`
}
