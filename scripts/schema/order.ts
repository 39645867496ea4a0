import type { FunctionObject, TableObject } from './read-schema.ts'

/** Referenced tables before those that point at them; otherwise as given. */
export function inOrderOfReference(tables: readonly TableObject[]): TableObject[] {
  const placed = new Map<string, TableObject>()
  const place = (table: TableObject, path: readonly string[]) => {
    if (placed.has(table.name)) return
    if (path.includes(table.name)) {
      throw new Error(`These tables refer to each other: ${path.join(', ')}`)
    }
    for (const name of table.references) {
      const target = tables.find((other) => other.name === name)
      if (target) place(target, [...path, table.name])
    }
    placed.set(table.name, table)
  }
  for (const table of tables) place(table, [])
  return [...placed.values()]
}

const CALL = /\b([a-z_]+\.[a-z_0-9]+)\(/g

/** Splits functions into those that tables need, directly or through one another, and the rest. */
export function splitByUse(functions: readonly FunctionObject[]) {
  const needed = new Set(functions.filter(({ isUsedByTables }) => isUsedByTables))
  for (const { body, result } of needed) {
    // A trigger's calls are needed only when rows change, and may take the tables' rows as arguments.
    if (result === 'trigger') continue
    const called = new Set([...body.matchAll(CALL)].map(([, name]) => name))
    // Iterating over a set also visits the items that are added meanwhile.
    for (const one of functions) if (called.has(one.name)) needed.add(one)
  }
  return {
    neededByTables: functions.filter((one) => needed.has(one)),
    others: functions.filter((one) => !needed.has(one)),
  }
}
