export type Graph = Map<string, Set<string>>

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
export function findCycles(graph: Graph): string[][] {
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
