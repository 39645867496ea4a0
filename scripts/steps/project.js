import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, independent of the working directory. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** The project's own Node; the system's Node only starts it. */
export const projectNode = join(root, 'node_modules/node/bin/node')

/** Where Node keeps compiled code, so that later starts take half of the time. */
export const compileCache = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled') }

/** The environment for the project's tools, with the project's Node first on the PATH. */
export function toolEnvironment(extra = {}) {
  const PATH = `${dirname(projectNode)}:${process.env.PATH ?? ''}`
  return { ...process.env, ...compileCache, PATH, ...extra }
}
