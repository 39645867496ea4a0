import { z } from 'zod'
import { StartFailure } from '../common/start-failure.ts'

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
