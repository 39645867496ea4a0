import { aliases, besideTheProduct, islands, pictures } from './rules.ts'

const read = (picture: string) => picture.split(' → ').map((layer) => layer.split(', '))

const allowed = new Map<string, Set<string>>()

function allow(from: string, targets: string[]): void {
  allowed.set(from, new Set([...(allowed.get(from) ?? []), ...targets]))
}

function hang(picture: string, beyond: string[] = []): void {
  const layers = read(picture)
  for (const [at, layer] of layers.entries()) {
    const right = [...layers.slice(at + 1).flat(), ...beyond]
    for (const room of layer) allow(room, right)
  }
}

for (const picture of pictures) hang(picture)
const product = [...allowed.keys()]
for (const picture of besideTheProduct) hang(picture, product)

/** The room a file is in, or nothing when the picture does not know it. */
export function roomOf(file: string): string | undefined {
  const alias = aliases[file]
  if (alias) return alias
  return [...allowed.keys()].find((room) => file === room || file.startsWith(`${room}/`))
}

/** The folder of its own that a file has in a room whose folders stay apart. */
export function islandOf(file: string): string | undefined {
  const room = islands.find((name) => file.startsWith(`${name}/`))
  if (!room) return undefined
  const [folder, ...rest] = file.slice(room.length + 1).split('/')
  return rest.length > 0 ? `${room}/${folder}` : undefined
}

/** Why one room may not import another; nothing when it may. */
export function whyNot(from: string, to: string): string | undefined {
  const targets = allowed.get(from)
  if (from === to || targets?.has(to)) return undefined
  const names = [...(targets ?? [])]
  const may = names.length > 0 ? `only ${names.join(', ')}` : 'nothing outside itself'
  return `${from} may import ${may}`
}
