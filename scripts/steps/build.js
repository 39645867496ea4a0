import { existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { Stop } from '../processes/stop.js'
import { projectNode } from './project.js'
import { runStep } from './step.js'

const SOURCES = ['web', 'contract', 'screenplay', 'vite.config.ts', 'package-lock.json']
/** The last file the build writes. */
const STAMP = 'dist/web/.built'

/** The newest modification time, including folders, which change when a file is deleted or renamed. */
function newestChange(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(path).map((name) => newestChange(join(path, name)))
  return Math.max(stats.mtimeMs, ...inside)
}

/**
 * Whether the built web app is missing or older than its sources.
 * @public The tests call it.
 */
export function needsBuild(root) {
  const built = statSync(join(root, STAMP), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return SOURCES.some((source) => newestChange(join(root, source)) > built)
}

/** Builds the web app when it is stale. */
export async function buildIfStale(root) {
  if (!needsBuild(root)) return
  const began = new Date()
  const stamp = join(root, STAMP)
  rmSync(stamp, { force: true })
  await runStep('Building the web app', {
    command: projectNode,
    args: [join(root, 'node_modules/vite/bin/vite.js'), 'build'],
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    seeAll: 'npm run build',
  })
  if (!existsSync(stamp)) throw new Stop(`Building the web app failed: it wrote no ${STAMP}`)
  // The start time, so that files changed during the build count as newer.
  utimesSync(stamp, began, began)
}
