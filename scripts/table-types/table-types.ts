import { spawnSync } from 'node:child_process'
import path from 'node:path'
import type { ClientBase, Pool } from 'pg'
import { readCatalogue, readRowTypes } from './catalogue.ts'
import { checkNullableResults } from './nullable-results.ts'
import { writeRowTypes, writeTypes } from './write-types.ts'

const root = path.resolve(import.meta.dirname, '../..')
const formatter = path.join(root, 'node_modules/@biomejs/biome/bin/biome')

export const TABLE_TYPES_FILE = path.join(root, 'contract/tables.ts')
export const ROW_TYPES_FILE = path.join(root, 'server/database/row-types.ts')

function format(text: string): string {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [formatter, 'format', `--stdin-file-path=${TABLE_TYPES_FILE}`],
    { cwd: root, input: text, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`Formatting the types failed: ${stderr}`)
  return stdout
}

/** The table types of any database, without the checks for contract/tables.ts. */
export const tableTypesOf = async (database: ClientBase | Pool): Promise<string> =>
  format(writeTypes(await readCatalogue(database)))

/** The text of contract/tables.ts. Throws if the handwritten list names results that do not exist. */
export async function contractTypesOf(database: ClientBase | Pool): Promise<string> {
  const catalogue = await readCatalogue(database)
  checkNullableResults(catalogue)
  return format(writeTypes(catalogue))
}

/** The text of server/database/row-types.ts. */
export const rowTypesOf = async (database: ClientBase | Pool): Promise<string> =>
  format(writeRowTypes(await readRowTypes(database)))
