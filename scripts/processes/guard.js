// Runs a command in its own process group and ends that group when our parent dies, even by kill -9:
// no process started by a step or a test is left behind.
import { spawn } from 'node:child_process'
import { exitCodeOf } from './stop.js'

const GRACE_MS = 5000
const [command, ...args] = process.argv.slice(2)

// The parent signals the whole group; the guard stays alive to report the exit code.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

const child = spawn(command, args, { stdio: 'inherit' })
child.on('error', (error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(127)
})
child.on('exit', (code, signal) => process.exit(exitCodeOf({ code, signal })))

process.on('disconnect', () => {
  process.kill(-process.pid, 'SIGTERM')
  setTimeout(() => process.kill(-process.pid, 'SIGKILL'), GRACE_MS)
})
