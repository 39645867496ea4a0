import type { Pool } from 'pg'
import type { Listener } from '../../database/listener.ts'

export type Column = {
  name: string
  /** `type` is the short name sent to clients (`bool`), `sqlType` is used in casts (`boolean`). */
  type: string
  sqlType: string
  /** Whether values can be compared by their text representation. */
  comparable: boolean
}
export type Table = { name: string; idType: string; columns: Column[] }
export type Tables = ReadonlyMap<string, Table>

// Leaves out columns that clients may not read, so that a filter cannot reveal their values.
const ANNOUNCED_TABLES = `
  select class.relname as name, format_type(id.atttypid, -1) as "idType",
    json_agg(json_build_object(
      'name', attribute.attname,
      'type', type.typname,
      'sqlType', format_type(attribute.atttypid, -1),
      'comparable', type.typname in
          ('uuid', 'text', 'varchar', 'bool', 'int2', 'int4', 'int8', 'date', 'timestamp', 'timestamptz')
        and coalesce(collation_of.collisdeterministic, true)
    ) order by attribute.attnum) as columns
  from pg_trigger as trigger
    join pg_class as class on class.oid = trigger.tgrelid
    join pg_index as key on key.indrelid = class.oid and key.indisprimary and key.indnatts = 1
    join pg_attribute as id
      on id.attrelid = class.oid and id.attnum = key.indkey[0] and id.attname = 'id'
    join pg_attribute as attribute
      on attribute.attrelid = class.oid and attribute.attnum > 0 and not attribute.attisdropped
    join pg_type as type on type.oid = attribute.atttypid
    left join pg_collation as collation_of on collation_of.oid = attribute.attcollation
  where trigger.tgfoid = 'private.announce'::regproc
    and class.relnamespace = 'public'::regnamespace
    and has_column_privilege('authenticated', class.oid, attribute.attnum, 'select')
  group by class.relname, id.atttypid`

/** Tables with an announce trigger; read once and cached until the schema changes. */
export class AnnouncedTables {
  readonly #pool: Pool
  #known: Promise<Tables> | undefined

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Drops the cache and calls `changed` when the schema changes. */
  async watch(listener: Listener, changed: () => void): Promise<void> {
    await listener.listen('pgrst', (payload) => {
      if (payload !== '' && payload !== 'reload schema') return
      this.forget()
      changed()
    })
  }

  forget(): void {
    this.#known = undefined
  }

  async current(): Promise<Tables> {
    const known = (this.#known ??= this.#read())
    try {
      return await known
    } catch (error) {
      if (this.#known === known) this.#known = undefined
      throw error
    }
  }

  async #read(): Promise<Tables> {
    const { rows } = await this.#pool.query<Table>(ANNOUNCED_TABLES)
    return new Map(rows.map((table) => [table.name, table]))
  }
}
