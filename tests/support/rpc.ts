import type { Pool } from 'pg'
import { asCaller, type Identity } from '../../server/database/request-transaction.ts'

type Value = string | number | boolean | null
type Row = Record<string, unknown>

/** Runs a statement as a user and commits it, as every request does. */
export async function as(
  pool: Pool,
  { identity }: { identity: Identity },
  text: string,
  values: readonly Value[] = [],
): Promise<Row[]> {
  const [outcome] = await asCaller(pool, identity, { text, values })
  return outcome?.rows ?? []
}

/** Calls a function of the exposed schema by its argument names. */
export function rpc(
  pool: Pool,
  person: { identity: Identity },
  name: string,
  args: Record<string, Value> = {},
): Promise<Row[]> {
  const list = Object.keys(args).map((key, index) => `${key} => $${index + 1}`)
  return as(pool, person, `select * from public.${name}(${list.join(', ')})`, Object.values(args))
}
