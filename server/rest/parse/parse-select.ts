import { BOUNDS, type Embed, type Field, type Query } from './ast.ts'
import { Cursor, SPACES, takeName } from './cursor.ts'
import { failures } from '../failures.ts'

const ALIAS = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

export const newQuery = (fields: Field[]): Query => ({
  fields,
  filters: [],
  order: [],
  limit: undefined,
  offset: 0,
})

/** Parses `select=id,name:title,scripts!inner(id,title)`. */
export function parseSelect(text: string): Field[] {
  const cursor = new Cursor(text, 'select parameter')
  if (cursor.atEnd) return [{ kind: 'all' }]
  const fields = takeFields(cursor, 0)
  cursor.expectEnd()
  if (countEmbeds(fields) > BOUNDS.embeds)
    throw failures.notOffered('Embedding this many resources')
  return fields
}

const countEmbeds = (fields: readonly Field[]): number =>
  fields.reduce(
    (sum, field) => sum + (field.kind === 'embed' ? 1 + countEmbeds(field.query.fields) : 0),
    0,
  )

function takeFields(cursor: Cursor, depth: number): Field[] {
  const fields: Field[] = []
  do {
    fields.push(takeField(cursor, depth))
    if (fields.length > BOUNDS.parts) throw failures.notOffered('Selecting this many columns')
  } while (cursor.takeSpaced(','))
  return fields
}

function takeField(cursor: Cursor, depth: number): Field {
  cursor.match(SPACES)
  if (cursor.takeSpaced('*')) return { kind: 'all' }
  if (cursor.peek('...')) throw failures.notOffered('Spreading an embedded resource')
  let name = takeName(cursor, 'a column, an embedded resource or "*"')
  let alias: string | undefined
  if (!cursor.peek('::') && cursor.take(':')) {
    alias = name
    name = takeName(cursor)
  }
  if (alias !== undefined && !ALIAS.test(alias)) {
    throw failures.notOffered(`The alias ${JSON.stringify(alias.slice(0, 80))}`)
  }
  if (cursor.peek('!') || cursor.peek('(')) return takeEmbed(cursor, name, alias, depth)
  refuseExtras(cursor)
  return { kind: 'column', name, alias }
}

function refuseExtras(cursor: Cursor): void {
  if (cursor.peek('::')) throw failures.notOffered('Casting a column')
  if (cursor.peek('->')) throw failures.notOffered('Selecting a JSON path')
  if (cursor.peek('.')) throw failures.notOffered('Aggregating')
}

function takeEmbed(
  cursor: Cursor,
  relation: string,
  alias: string | undefined,
  depth: number,
): Embed {
  if (depth >= BOUNDS.embedDepth) throw failures.notOffered('Embedding this deep')
  let hint: string | undefined
  let inner = false
  while (cursor.take('!')) {
    const word = takeName(cursor, 'inner, left or the name of a foreign key')
    if (word === 'inner' || word === 'left') inner = word === 'inner'
    else hint = word
  }
  cursor.expectSpaced('(')
  if (relation === 'count' && cursor.peek(')')) throw failures.notOffered('Aggregating')
  // Empty parentheses: joined for filtering, not returned.
  const fields = cursor.peek(')') ? [] : takeFields(cursor, depth + 1)
  cursor.expectSpaced(')')
  refuseExtras(cursor)
  return { kind: 'embed', relation, alias, hint, inner, query: newQuery(fields) }
}
