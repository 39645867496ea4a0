export type Graph = Map<string, Set<string>>

/** The shortest way from a file back to itself, or nothing. */
function wayBack(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>()
  const queue = [start]
  for (const file of queue) {
    for (const next of graph.get(file) ?? []) {
      if (next === start) {
        const way = [start]
        for (let at = file; at !== start; at = cameFrom.get(at) ?? start) way.unshift(at)
        return [start, ...way]
      }
      if (cameFrom.has(next)) continue
      cameFrom.set(next, file)
      queue.push(next)
    }
  }
  return undefined
}

/** One shortest circle for every knot of files; a file of a circle already shown is not shown again. */
export function findCircles(graph: Graph): string[][] {
  const circles: string[][] = []
  const shown = new Set<string>()
  for (const file of graph.keys()) {
    if (shown.has(file)) continue
    const circle = wayBack(graph, file)
    if (!circle) continue
    circles.push(circle)
    for (const member of circle) shown.add(member)
  }
  return circles
}
