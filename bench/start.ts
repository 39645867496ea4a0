// Startup time and idle memory: npm run bench:start
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { median } from './support/median.ts'

const RUNS = 5
const root = path.resolve(import.meta.dirname, '..')
const folder = await mkdtemp(path.join(tmpdir(), 'script-writer-bench-'))
await chmod(folder, 0o711)

/** The baseline: an empty Node process, in the same run. */
async function emptyProcess(): Promise<number> {
  const started = performance.now()
  await once(spawn(process.execPath, ['-e', '']), 'exit')
  return performance.now() - started
}

async function startOnce(): Promise<{ milliseconds: number; megabytes: number }> {
  const started = performance.now()
  const server = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: path.join(folder, 'data'), PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  let pid = 0
  for await (const line of createInterface({ input: server.stdout })) {
    pid = Number(/"pid":(\d+).*Script Writer is ready/.exec(line)?.[1] ?? 0)
    if (pid) break
  }
  const milliseconds = performance.now() - started
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
  process.kill(pid, 'SIGTERM')
  await once(server, 'exit')
  return { milliseconds, megabytes }
}

const first = await startOnce()
const later = []
const floors = []
for (let run = 0; run < RUNS; run += 1) {
  later.push(await startOnce())
  floors.push(await emptyProcess())
}
const floor = median(floors)
const again = median(later.map(({ milliseconds }) => milliseconds))
const memory = median(later.map(({ megabytes }) => megabytes))
process.stdout.write(
  `first start, with initdb          ${first.milliseconds.toFixed(0)} ms
later starts, until listening     ${again.toFixed(0)} ms, ${(again / floor).toFixed(1)} times an empty Node process (${floor.toFixed(0)} ms)
memory of the idle Node process   ${memory.toFixed(0)} MB
`,
)
await rm(folder, { recursive: true, force: true })
