import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'

const FILE = 'PG_VERSION'

/** Whether DATA_DIR has a database of its own. */
export const hasCluster = (dataDir: string) => existsSync(path.join(dataDir, 'postgres', FILE))

/** The major version of PostgreSQL that a cluster was made with; undefined if there is none. */
export async function clusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(path.join(cluster, FILE), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}
