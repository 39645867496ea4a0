import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { cleanUp } from './clean-up.ts'

const repository = path.resolve(import.meta.dirname, '../..')

export type ServerProcess = {
  child: ChildProcess
  pid: number
  /** Resolves to the address once it serves; rejects with its error output when it exits before. */
  url: Promise<string>
  ended: Promise<{ code: number | null; stderr: string }>
  lines: string[]
}

type Options = { uid?: number; gid?: number; root?: string; args?: string[] }

/** Node's compile cache, as the launcher sets it: it halves the time to load the server. */
export const COMPILE_CACHE = process.env['NODE_COMPILE_CACHE'] && {
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}

/** The server as operators run it, as a process that ends with the test at the latest. */
export function startServerProcess(
  env: Record<string, string>,
  { root = repository, args = [], ...user }: Options = {},
): ServerProcess {
  const node = path.join(root, 'node_modules/node/bin/node')
  const child = spawn(node, [path.join(root, 'server/main.ts'), ...args], {
    ...user,
    env: { PATH: process.env['PATH'], ...COMPILE_CACHE, PORT: '0', LOG_LEVEL: 'info', ...env },
    // Through the IPC channel the server notices when the test process is killed, and stops.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  let stderr = ''
  const { stdout: output, stderr: errors } = child
  if (!output || !errors) throw new Error('the output of the server is not piped')
  errors.on('data', (text: Buffer) => (stderr += text.toString()))
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, stderr }))
  const ready = new Promise<string>((resolve) => {
    createInterface({ input: output }).on('line', (line) => {
      lines.push(line)
      const url = /"url":"([^"]+)","msg":"Script Writer is ready|is ready after .*: (.*)/
        .exec(line)
        ?.slice(1)
        .find(Boolean)
      if (url) resolve(url)
    })
  })
  const failed = ended.then(({ code }) => {
    throw new Error(`the server ended with ${code}: ${stderr || lines.at(-1)}`)
  })
  const url = Promise.race([ready, failed])
  url.catch(() => undefined) // a test that expects it to exit looks at `ended` instead
  cleanUp(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
    await ended
  })
  return { child, pid: child.pid ?? 0, url, ended, lines }
}

/** A folder of this test alone, which every user may enter. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-test-'))
  await chmod(folder, 0o755)
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export const postgresPid = async (dataDir: string): Promise<number> =>
  Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])
