import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { root } from './app-process.ts'

const run = promisify(execFile)

const lockOf = (checkout: string) => readFile(path.join(checkout, 'package-lock.json'), 'utf8')

/** The newest tag that this version contains, checked out and installed; undefined before the first release. */
export async function lastVersion(
  folder: string,
): Promise<{ name: string; checkout: string } | undefined> {
  if (!existsSync(path.join(root, '.git'))) return undefined
  const { stdout } = await run('git', ['tag', '--merged', 'HEAD', '--sort=-creatordate'], {
    cwd: root,
  })
  const [name] = stdout.split('\n')
  if (!name) return undefined
  const checkout = path.join(folder, 'last-version')
  const options = ['--quiet', '--depth', '1', '--config', 'advice.detachedHead=false']
  await run('git', ['clone', ...options, '--branch', name, `file://${root}`, checkout])
  if ((await lockOf(checkout)) === (await lockOf(root))) {
    await symlink(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'))
  } else {
    await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: checkout,
    })
  }
  return { name, checkout }
}
