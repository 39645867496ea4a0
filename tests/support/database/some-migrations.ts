import { copyFile } from 'node:fs/promises'
import path from 'node:path'
import { readMigrationFiles } from '../../../server/database/migrate.ts'
import { temporaryFolder } from '../server-process.ts'

type Files = ReturnType<typeof readMigrationFiles>

/** Copies the wanted migrations of a folder to a new one, which is returned. */
export async function someMigrations(
  folder: string,
  wanted: (all: Files) => Files,
): Promise<string> {
  const copy = await temporaryFolder()
  for (const { file } of wanted(readMigrationFiles(folder)))
    await copyFile(path.join(folder, file), path.join(copy, file))
  return copy
}
