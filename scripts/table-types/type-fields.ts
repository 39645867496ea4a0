type Named = { name: string }

/** Sorts by code units, independent of locale. */
export const byName = (a: Named, b: Named) => Number(a.name > b.name) - Number(a.name < b.name)

type Field = [name: string, type: string, optional?: 'optional' | false]

/** An object type with one field per item, sorted by name. */
export function fields<Item extends Named>(items: Item[], toField: (item: Item) => Field): string {
  const lines = items.toSorted(byName).map((item) => {
    const [name, type, optional] = toField(item)
    return `${JSON.stringify(name)}${optional ? '?' : ''}: ${type}`
  })
  return `{\n${lines.join('\n') || '[_ in never]: never'}\n}`
}
