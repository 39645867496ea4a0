import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { temporaryFolder } from './server-process.ts'

const repository = path.resolve(import.meta.dirname, '../..')
const SOURCES = ['package.json', 'server', 'contract', 'screenplay', 'supabase']

type User = { uid: number; gid: number }
type Lock = { packages: Record<string, { dev?: boolean }> }

async function canRead(user: User): Promise<boolean> {
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'test -r "$1"', 'sh', repository], user)
    return true
  } catch {
    return false
  }
}

/** The folders of the packages that a production install has; nested ones are copied with their parent. */
async function productionPackages(): Promise<string[]> {
  const lock = await readFile(path.join(repository, 'package-lock.json'), 'utf8')
  return Object.entries((JSON.parse(lock) as Lock).packages)
    .filter(([folder, { dev }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(folder) && !dev)
    .map(([folder]) => folder)
    .filter((folder) => existsSync(path.join(repository, folder)))
}

async function copyInto(folder: string, name: string): Promise<void> {
  const target = path.join(folder, name)
  await mkdir(path.dirname(target), { recursive: true })
  await cp(path.join(repository, name), target, { recursive: true, verbatimSymlinks: true })
}

/** The repository, or a copy of what the server needs where this user cannot read it, as in root's home. */
export async function repositoryReadableBy(user: User): Promise<string> {
  if (await canRead(user)) return repository
  const copy = await temporaryFolder()
  for (const name of [...SOURCES, ...(await productionPackages())]) await copyInto(copy, name)
  return copy
}
