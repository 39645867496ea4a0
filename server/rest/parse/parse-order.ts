import type { Order } from './ast.ts'
import { Cursor, takeName } from './cursor.ts'
import { failures } from '../failures.ts'

/** Parses `order=updated_at.desc.nullslast,title`. */
export function parseOrder(text: string): Order[] {
  const cursor = new Cursor(text, 'order')
  const orders: Order[] = []
  do {
    const column = takeName(cursor)
    if (cursor.peek('(')) throw failures.notOffered('Ordering by an embedded resource')
    if (cursor.peek('->')) throw failures.notOffered('Ordering by a JSON path')
    const descending = cursor.take('.desc')
    if (!descending) cursor.take('.asc')
    const first = cursor.take('.nullsfirst')
    const last = !first && cursor.take('.nullslast')
    const nulls = last ? 'last' : undefined
    orders.push({ column, descending, nulls: first ? 'first' : nulls })
  } while (cursor.takeSpaced(','))
  cursor.expectEnd()
  return orders
}

/** Comma-separated column names, with or without spaces, as in `columns` and `on_conflict`. */
export function parseNames(text: string, what: string): string[] {
  const cursor = new Cursor(text, what)
  const names: string[] = []
  do names.push(takeName(cursor))
  while (cursor.take(','))
  cursor.expectEnd()
  return names
}

export function parseNumber(text: string, what: 'limit' | 'offset'): number {
  if (what === 'limit' && /^-\d{1,9}$/.test(text)) {
    throw failures.range('Limit should be greater than or equal to zero.')
  }
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(value)) {
    throw failures.syntax(
      `failed to parse ${what} (${text.slice(0, 40)})`,
      'expecting a non-negative integer',
    )
  }
  return value
}
