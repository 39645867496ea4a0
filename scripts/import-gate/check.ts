import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCircles } from './circles.ts'
import { collectImports } from './collect-imports.ts'
import { resolveImport, type Target } from './resolve.ts'
import { islandOf, roomOf, whyNot } from './rooms.ts'
import { islands, withoutNode } from './rules.ts'
import { isSource, sourceFiles } from './source-files.ts'

const UNKNOWN_ROOM = 'is in no room of the picture (scripts/import-gate/rules.ts)'

/** Why a file may not import another one; nothing when it may. */
function whyNotFile(from: string, to: string): string | undefined {
  const [fromRoom, toRoom] = [roomOf(from), roomOf(to)]
  if (!fromRoom) return undefined
  // A stylesheet or picture beside the rooms belongs to whoever shares its folder.
  if (!toRoom) return from.split('/')[0] === to.split('/')[0] ? undefined : UNKNOWN_ROOM
  const [fromIsland, toIsland] = [islandOf(from), islandOf(to)]
  if (fromIsland && toIsland && fromIsland !== toIsland) {
    return `${fromIsland} and ${toIsland} never import each other`
  }
  return whyNot(fromRoom, toRoom)
}

function whyNotTarget(from: string, target: Target): string | undefined {
  switch (target.kind) {
    case 'file':
      return whyNotFile(from, target.file)
    case 'missing':
      return 'there is no such file'
    case 'node':
      return withoutNode.includes(roomOf(from) ?? '')
        ? 'there is no Node where this runs'
        : undefined
    case 'unclear':
      return 'neither a relative path nor a package'
    case 'package':
      return undefined
    default:
      return target satisfies never
  }
}

function hasNoRoom(file: string): boolean {
  const room = roomOf(file)
  return !room || (islands.includes(room) && !islandOf(file))
}

/** Everything that is wrong with the imports of a house, one line each. */
export function checkImports(root: string): { files: number; findings: string[] } {
  const files = sourceFiles(root)
  const findings: string[] = []
  const graph = new Map<string, Set<string>>()
  const lines = new Map<string, number>()
  for (const file of files) {
    if (hasNoRoom(file)) findings.push(`${file}:1 ${UNKNOWN_ROOM}`)
    const { imports, error } = collectImports(file, readFileSync(join(root, file), 'utf8'))
    if (error) findings.push(`${file}:${error.line} cannot be read: ${error.specifier}`)
    const neighbours = new Set<string>()
    graph.set(file, neighbours)
    for (const { specifier, line } of imports) {
      const target = resolveImport(root, file, specifier)
      const name = 'file' in target ? target.file : specifier
      const why = whyNotTarget(file, target)
      if (why) findings.push(`${file}:${line} imports ${name}: ${why}`)
      if (target.kind !== 'file' || !isSource(name)) continue
      neighbours.add(name)
      lines.set(`${file} ${name}`, line)
    }
  }
  for (const circle of findCircles(graph)) {
    const [file, next] = circle
    const line = lines.get(`${file} ${next}`)
    findings.push(`${file}:${line} imports ${next}: a circle, ${circle.join(' → ')}`)
  }
  return { files: files.length, findings }
}
