import { z } from 'zod'
import { StartFailure } from '../common/failures.ts'
import { createHash, hash } from 'node:crypto'
import type { DatabaseConnection } from '../database/hosts/connection-to.ts'
import { BoundedClient } from '../database/bounded-client.ts'
import { KEEP_ALIVE } from '../database/pool.ts'

/** Increased when older versions of the product can no longer read the file. */
export const FORMAT = 1

const digest = z.string().regex(/^[0-9a-f]{64}$/)
const whole = z.int().nonnegative()

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: whole,
  bytes: whole,
  /** The hash of the bytes in the file. */
  sha256: digest,
  /** A hash that does not depend on the order of the rows, to compare two databases. */
  content: z.string().regex(/^[0-9a-f]{32}$/),
})

const manifest = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(
    z.object({ part: z.string(), version: z.string(), file: z.string(), checksum: digest }),
  ),
  tables: z.array(table),
  sequences: z.array(
    z.object({ schema: z.string(), name: z.string(), value: z.string(), isCalled: z.boolean() }),
  ),
  /** Environment variables that were set; only the names of secret ones. */
  configuration: z.object({
    values: z.record(z.string(), z.string()),
    secrets: z.array(z.string()),
  }),
  /** The hash of the secrets, if the backup contains them. */
  secretsSha256: digest.nullable(),
})

export type Manifest = z.infer<typeof manifest>
export type TableRecord = z.infer<typeof table>
export type Configuration = Manifest['configuration']

export const tableName = ({ schema, name }: { schema: string; name: string }) => `${schema}.${name}`

export const rowsOf = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

/** The checksum has been verified, so a manifest that cannot be parsed was written by another version. */
export function parseManifest(text: string, file: string): Manifest {
  const written = JSON.parse(text) as { format?: unknown; product?: unknown }
  const read = manifest.safeParse(written)
  if (read.success) return read.data
  throw new StartFailure(
    `${file} was made by version ${String(written.product)}, which is newer than this one, and cannot be read by it: restore it with that version or a later one`,
  )
}

const BITS = 128n
const BYTES = 16

/** Hashes a table's rows as COPY writes them: once in order, and once independent of the order. */
export class TableHash {
  readonly #ordered = createHash('sha256')
  #sum = 0n
  rows = 0
  bytes = 0

  add(row: Buffer): void {
    this.rows += 1
    this.bytes += row.length
    this.#ordered.update(row)
    // A sum does not depend on the order of the rows, and duplicate rows change it.
    const ofRow = hash('sha256', row, 'hex').slice(0, 2 * BYTES)
    this.#sum = BigInt.asUintN(Number(BITS), this.#sum + BigInt(`0x${ofRow}`))
  }

  result(): { rows: number; bytes: number; sha256: string; content: string } {
    return {
      rows: this.rows,
      bytes: this.bytes,
      sha256: this.#ordered.digest('hex'),
      content: this.#sum.toString(16).padStart(2 * BYTES, '0'),
    }
  }
}

/** Makes values independent of the server's settings, and removes the timeouts. */
const SETTINGS = [
  "client_encoding = 'UTF8'",
  'datestyle = iso',
  'intervalstyle = postgres',
  "timezone = 'UTC'",
  'extra_float_digits = 3',
  'bytea_output = hex',
  // Fail instead of silently leaving out rows.
  'row_security = off',
  'statement_timeout = 0',
  'lock_timeout = 0',
  'idle_in_transaction_session_timeout = 0',
]

/** Opens a connection for COPY, closed at once after a failure, because nobody reads the remaining rows. */
export async function withSession<T>(
  connection: DatabaseConnection,
  name: string,
  use: (client: BoundedClient) => Promise<T>,
): Promise<T> {
  const client = new BoundedClient({ ...connection, ...KEEP_ALIVE, application_name: name })
  client.on('error', () => undefined) // the statement fails too
  await client.connect()
  try {
    await client.query(SETTINGS.map((setting) => `set ${setting}`).join(';'))
    const result = await use(client)
    await client.end()
    return result
  } catch (error) {
    client.destroy()
    throw error
  }
}
