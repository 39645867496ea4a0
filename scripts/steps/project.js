import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, wherever the command was called from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The Node that the project brings itself; the system's only starts it. */
export const projectNode = join(root, 'node_modules/node/bin/node')

/** The environment for the project's tools: one that looks for `node` finds the project's. */
export function toolEnvironment(extra = {}) {
  return { ...process.env, PATH: `${dirname(projectNode)}:${process.env.PATH ?? ''}`, ...extra }
}
