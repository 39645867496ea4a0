import { createHash, hash } from 'node:crypto'
import { damaged, noBackup, readArchive, entryText } from './archive/archive-reader.ts'
import { type Manifest, parseManifest, tableName } from './manifest.ts'

const TABLES = 'tables/'
const NOTHING = hash('sha256', '')

export type CheckedBackup = { file: string; manifest: Manifest; secrets: string | undefined }

type Contents = { tables: Map<string, string>; texts: Map<string, string> }

async function readContents(file: string): Promise<Contents> {
  const hashes = new Map<string, ReturnType<typeof createHash>>()
  const texts = new Map<string, string>()
  for await (const entry of readArchive(file)) {
    if (entry.folder.startsWith(TABLES)) {
      const table = entry.folder.slice(TABLES.length)
      const hashed = hashes.get(table) ?? createHash('sha256')
      hashes.set(table, hashed)
      for await (const part of entry.contents) hashed.update(part)
    } else {
      if (texts.size === 0 && entry.name !== 'READ ME.txt') throw noBackup(file)
      texts.set(entry.name, await entryText(entry))
    }
  }
  const tables = new Map([...hashes].map(([table, hashed]) => [table, hashed.digest('hex')]))
  return { tables, texts }
}

const changed = (file: string, what: string) => damaged(file, `${what} was changed`)

function checkManifest(file: string, { texts }: Contents): Manifest {
  const text = texts.get('manifest.json')
  if (text === undefined) throw damaged(file, 'it has no manifest.json')
  if (texts.get('manifest.sha256')?.slice(0, 64) !== hash('sha256', text))
    throw changed(file, 'manifest.json')
  return parseManifest(text, file)
}

function checkTables(file: string, { tables }: Contents, manifest: Manifest): void {
  const known = new Set(manifest.tables.map((table) => tableName(table)))
  const added = [...tables.keys()].find((table) => !known.has(table))
  if (added !== undefined) throw changed(file, `the table ${added}`)
  for (const table of manifest.tables) {
    const name = tableName(table)
    if ((tables.get(name) ?? NOTHING) !== table.sha256) throw changed(file, `the table ${name}`)
  }
}

/** Reads the whole file and compares every checksum in it. */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const contents = await readContents(file)
  const manifest = checkManifest(file, contents)
  checkTables(file, contents, manifest)
  const secrets = contents.texts.get('secrets.json')
  const secretsSha256 = secrets === undefined ? null : hash('sha256', secrets)
  if (secretsSha256 !== manifest.secretsSha256) throw changed(file, 'secrets.json')
  return { file, manifest, secrets }
}
