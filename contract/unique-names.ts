/** Makes each name it is given unlike all before it, in any letter case: some file systems take no notice of it. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (base) => {
    let name = base
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base} (${n})`
    taken.add(name.toLowerCase())
    return name
  }
}
