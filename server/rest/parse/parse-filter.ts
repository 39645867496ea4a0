import { BOUNDS, type Comparison, type Filter, type Group, type State } from './ast.ts'
import { Cursor, SPACES, takeName, takeValue } from './cursor.ts'
import { failures } from '../failures.ts'

const COMPARISONS = new Set<string>(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'like', 'ilike'])
const STATES = new Set<string>(['null', 'not_null', 'true', 'false', 'unknown'])
const WORD = /[a-z_]+/y
const REST = /.*/sy
const GROUP = /(?:and|or)(?=\s*\()/y

/** Parses `title=not.ilike.*noir*`; the value is the rest of the string. */
export function parseFilter(column: string, text: string): Filter {
  const cursor = new Cursor(text, `filter on ${column}`)
  const filter = takeCondition(cursor, column, () => cursor.match(REST) ?? '')
  cursor.expectEnd()
  return filter
}

/** Parses `or=(title.eq.A,and(approved.is.true,not.title.like.B*))`. */
export function parseGroup(kind: 'and' | 'or', negated: boolean, text: string): Group {
  const cursor = new Cursor(text, 'logic tree')
  const group = takeGroup(cursor, kind, negated, 1)
  cursor.expectEnd()
  return group
}

function takeGroup(cursor: Cursor, kind: 'and' | 'or', negated: boolean, depth: number): Group {
  if (depth > BOUNDS.groupDepth) throw failures.notOffered('Nesting and/or this deep')
  cursor.expectSpaced('(')
  const parts: Filter[] = []
  do {
    parts.push(takePart(cursor, depth))
    if (parts.length > BOUNDS.parts) throw failures.notOffered('A filter with this many parts')
  } while (cursor.takeSpaced(','))
  cursor.expectSpaced(')')
  return { kind, parts, negated }
}

function takePart(cursor: Cursor, depth: number): Filter {
  const negated = cursor.take('not.')
  const kind = cursor.match(GROUP)
  if (kind) return takeGroup(cursor, kind === 'and' ? 'and' : 'or', negated, depth + 1)
  if (negated) cursor.fail('and(...) or or(...)')
  const column = takeName(cursor, 'a column, and(...) or or(...)')
  if (cursor.peek('->')) throw failures.notOffered('Filtering by a JSON path')
  cursor.expectSpaced('.')
  return takeCondition(cursor, column, () => takeValue(cursor))
}

function takeCondition(cursor: Cursor, column: string, value: () => string): Filter {
  const negated = cursor.take('not.')
  const operator = cursor.match(WORD) ?? cursor.fail('an operator')
  if (cursor.peek('(')) throw failures.notOffered(`The modifier of the operator '${operator}'`)
  if (operator === 'in') {
    cursor.expect('.')
    return { kind: 'in', column, values: takeList(cursor), negated }
  }
  if (operator !== 'is' && !COMPARISONS.has(operator)) {
    throw failures.notOffered(`The operator '${operator.slice(0, 40)}'`)
  }
  cursor.expect('.')
  if (operator === 'is') {
    const state = value().trim().toLowerCase()
    if (!STATES.has(state)) cursor.fail('null, not_null, true, false or unknown')
    return { kind: 'is', column, state: state as State, negated }
  }
  return {
    kind: 'compare',
    column,
    comparison: operator as Comparison,
    value: value(),
    negated,
  }
}

/** Spaces inside of the parentheses belong to the values: clients do not quote them. */
function takeList(cursor: Cursor): string[] {
  cursor.match(SPACES)
  cursor.expect('(')
  if (cursor.take(')')) return []
  const values: string[] = []
  do values.push(takeValue(cursor))
  while (cursor.take(','))
  cursor.expect(')')
  return values
}
