import { existsSync } from 'node:fs'
import path from 'node:path'

const FILE = 'PG_VERSION'

/** Whether DATA_DIR has a database of its own. */
export const hasCluster = (dataDir: string) => existsSync(path.join(dataDir, 'postgres', FILE))
