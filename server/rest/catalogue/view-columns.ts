type Origin = { column: number; table: string; tableColumn: number }

const NODE = /\\.|[{}]/gs
const TARGET =
  /:resno (\d+) :resname .* :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false$/s

/**
 * Finds, in the stored query of a view, the table columns (by number) that it shows unchanged. Nodes are in
 * braces; the result columns of the query itself are the target entries one level below it.
 */
export function originsOf(query: string): Origin[] {
  const origins: Origin[] = []
  let depth = 0
  let start = 0
  for (const { 0: sign, index } of query.matchAll(NODE)) {
    if (sign === '{') {
      depth += 1
      if (depth === 2) start = index
    } else if (sign === '}') {
      if (depth === 2 && query.startsWith('{TARGETENTRY', start)) {
        const [, column, table = '0', tableColumn] = TARGET.exec(query.slice(start, index)) ?? []
        if (table !== '0')
          origins.push({ column: Number(column), table, tableColumn: Number(tableColumn) })
      }
      depth -= 1
    }
  }
  return origins
}
