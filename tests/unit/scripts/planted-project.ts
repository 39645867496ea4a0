import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export const repository = path.resolve(import.meta.dirname, '../../..')
const node = path.join(repository, 'node_modules/node/bin/node')

/** Contents by path; a content that starts with #! becomes executable. */
export type Files = Record<string, string>

export function plant(root: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(root, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
    if (content.startsWith('#!')) chmodSync(file, 0o755)
  }
}

/** A folder with these files, removed after the test. */
export function plantFolder(files: Files): string {
  const root = mkdtempSync(path.join(tmpdir(), 'script-writer-planted-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  plant(root, files)
  return root
}

/**
 * Logs the build; runs the server and the fake tools with the real Node. Empty files and shell scripts run
 * without it, because Node takes twenty times as long to start.
 */
const FAKE_NODE = `#!/bin/sh
case "$1" in
  --version) exit 0 ;;
  */vite.js) echo "vite $2" >> calls; : > dist/web/.built; exit ;;
esac
if [ -e "$1" ]; then
  [ -s "$1" ] || exit 0
  read -r first < "$1"
  [ "$first" = '#!/bin/sh' ] && exec /bin/sh "$@"
fi
exec ${node} "$@"
`

/** What a finished install leaves behind, without any real package. */
export const installed: Files = {
  'node_modules/.package-lock.json': '{}',
  'node_modules/node/bin/node': FAKE_NODE,
}

/** A module of the real scripts: plain JavaScript without types, for this process. */
export const scriptOf = async <Module>(name: string) =>
  (await import(path.join(repository, 'scripts', name))) as Module

/** Installs by writing the same files. */
const FAKE_NPM = `
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from 'node:fs'
appendFileSync('calls', 'npm ' + process.argv[2] + '\\n')
mkdirSync('node_modules/node/bin', { recursive: true })
writeFileSync('node_modules/node/bin/node', ${JSON.stringify(FAKE_NODE)})
chmodSync('node_modules/node/bin/node', 0o755)
writeFileSync('node_modules/.package-lock.json', '{}')
`

/** What the commands under test consist of. */
const SCRIPTS = ['start.js', 'test.js', 'processes', 'steps', 'suites']

/** A project with the real scripts, a fake npm, and a server that exits at once. */
export function plantProject(files: Files = {}): string {
  const root = plantFolder({
    'package.json': JSON.stringify({ type: 'module', dependencies: { node: '24.0.0' } }),
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: {} }),
    'npm/npm-cli.js': FAKE_NPM,
    'server/main.ts': '',
    'server/process/memory.json': '{}',
    'web/index.html': '',
    'dist/web/.keep': '',
    ...files,
  })
  for (const name of SCRIPTS) {
    cpSync(path.join(repository, 'scripts', name), path.join(root, 'scripts', name), {
      recursive: true,
    })
  }
  return root
}

/** What the fakes were called with, in order. */
export function calls(root: string): string[] {
  try {
    return readFileSync(path.join(root, 'calls'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

export type Outcome = { code: number | null; stdout: string; stderr: string }
export type Started = { process: ChildProcess; output: () => string; ended: Promise<Outcome> }

type Options = { args?: string[]; env?: Record<string, string | undefined>; nodeArgs?: string[] }

function follow(root: string, command: string, args: string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
  return { process: child, output: () => stdout, ended }
}

/** Starts one of the project's scripts as `npm run` does. */
export function start(root: string, script: string, options: Options = {}): Started {
  const { args = [], nodeArgs = [] } = options
  const env = { ...process.env, npm_execpath: path.join(root, 'npm/npm-cli.js'), ...options.env }
  return follow(root, node, [...nodeArgs, path.join(root, script), ...args], env)
}

/** Starts the project with the real npm. */
export const startNpm = (root: string): Started => follow(root, 'npm', ['start'], process.env)

/** Starts the project as npm does, from a process that forwards nothing. */
export function startUnderParent(root: string): Started {
  const line = `"${node}" scripts/start.js; exit $?`
  return follow(root, '/bin/sh', ['-c', line], { ...process.env, npm_lifecycle_event: 'start' })
}

/** Runs one of the project's scripts to its end. */
export function run(root: string, script: string, options?: Options): Promise<Outcome> {
  return start(root, script, options).ended
}

/** Whether a process is running; a zombie is not. */
export function lives(pid: number): boolean {
  try {
    if (!existsSync('/proc/self/stat')) return process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
