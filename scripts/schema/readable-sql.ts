const QUOTED = /('(?:[^']|'')*'|"(?:[^"]|"")*")/

/** PostgreSQL prints keywords in capitals, and puts every name that has capitals into quotes. */
const lowerCase = (sql: string) =>
  sql
    .split(QUOTED)
    .map((part, index) => (index % 2 ? part : part.toLowerCase()))
    .join('')

const TEXT = String.raw`'(?:[^']|'')*'::text(?!\[)`
const ONE_OF = new RegExp(String.raw`= any \(array\[(${TEXT}(?:, ${TEXT})*)\]\)`, 'g')

/** Removes what PostgreSQL adds to an expression when it stores it, without changing its meaning. */
export const readable = (sql: string) =>
  lowerCase(sql)
    .replaceAll(ONE_OF, 'in ($1)')
    .replaceAll(new RegExp(`(${TEXT})`, 'g'), (text) => text.slice(0, -'::text'.length))
    .replaceAll(/\( select (\w+\.\w+\(\)) as \w+\)/g, '(select $1)')
    .replaceAll(/\((\(select \w+\.\w+\(\)\))\)/g, '$1')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' using btree ', ' ')
    .replaceAll(/\breferences (\S+?)\(/g, 'references $1 (')
    .replaceAll(' \n', '\n')

const indented = (text: string, spaces: number) => text.replaceAll('\n', `\n${' '.repeat(spaces)}`)

const FITS = 100

/** The positions of a word outside of quotes and brackets. */
function topLevel(sql: string, word: string): number[] {
  const places: number[] = []
  let depth = 0
  for (const { 0: token, index } of sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[()]|\b\w+\b/g)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else if (depth === 0 && token === word) places.push(index)
  }
  return places
}

/** A condition in brackets; a long one gets a line for each of its parts. */
export function bracketed(condition: string, indent: number): string {
  const margin = `\n${' '.repeat(indent + 2)}`
  if (condition.length <= FITS - indent && !condition.includes('\n')) return `(${condition})`
  const or = topLevel(condition, 'or')
  const breaks = or.length > 0 ? or : topLevel(condition, 'and')
  const starts = [0, ...breaks]
  const parts = starts.map((start, index) => condition.slice(start, starts[index + 1]).trim())
  return `(${margin}${parts.map((part) => indented(part, indent + 2)).join(margin)}\n${' '.repeat(indent)})`
}
