import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import {
  installed,
  lives,
  plant,
  plantFolder,
  plantProject,
  repository,
  run,
  start,
  startNpm,
  startUnderParent,
} from './planted-project.ts'

const START = 'scripts/start.js'
const SOON = { timeout: 30_000 }
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const built = { ...installed, 'dist/web/.built': '' }

/** Prints when it is ready, and exits with a different code for each signal. */
const SERVER = `
  import { writeFileSync } from 'node:fs'
  for (const [at, signal] of ['SIGINT', 'SIGTERM', 'SIGHUP'].entries()) {
    process.on(signal, () => process.exit(41 + at))
  }
  process.on('disconnect', () => {
    writeFileSync('left-alone', '')
    process.exit(0)
  })
  process.stdout.write('ready\\n')
  setInterval(() => {}, 1000)
`

function plantRunning(server: string): string {
  return plantProject({ ...built, 'server/main.ts': server })
}

/** A project whose npm writes its process id and runs until it is terminated. */
function plantHanging(): string {
  const root = plantProject()
  plant(root, {
    'npm/npm-cli.js': `
      import { writeFileSync } from 'node:fs'
      process.on('SIGTERM', () => {
        writeFileSync('npm.asked', '')
        process.exit(0)
      })
      setInterval(() => {}, 1000)
      writeFileSync('npm.pid', String(process.pid))`,
  })
  return root
}

async function untilPidIsWritten(root: string, name = 'npm.pid'): Promise<number> {
  const file = path.join(root, name)
  return vi.waitUntil(() => existsSync(file) && Number(readFileSync(file, 'utf8')), SOON)
}

test.for(SIGNALS)(
  '%s is forwarded to the server, whose output and exit code are passed through',
  async (signal) => {
    const started = start(plantRunning(SERVER), START)
    await vi.waitUntil(() => started.output() === 'ready\n', SOON)
    started.process.kill(signal)
    const { code, stderr } = await started.ended
    expect(code).toBe(41 + SIGNALS.indexOf(signal))
    expect(stderr).toBe('')
  },
)

test('a server that is killed gives 128 plus the signal number', async () => {
  const { code } = await run(plantRunning("process.kill(process.pid, 'SIGKILL')"), START)
  expect(code).toBe(128 + 9)
})

test('the server starts with the settings of memory.json, in the container and as a service too', async () => {
  const read = (name: string) => readFileSync(path.join(repository, name), 'utf8')
  const settings = read('server/process/memory.json')
  const names = Object.keys(JSON.parse(settings) as object)
  const server = `
    const names = ${JSON.stringify(names)}
    process.stdout.write(JSON.stringify(Object.fromEntries(names.map((name) => [name, process.env[name]]))))`
  const root = plantRunning(server)
  plant(root, { 'server/process/memory.json': settings })
  const { stdout } = await run(root, START)
  expect(JSON.parse(stdout)).toEqual(JSON.parse(settings))
  for (const file of ['Containerfile', 'deploy/script-writer@.service']) {
    const found = Array.from(
      read(file).matchAll(/\b(MALLOC_\w+|NODE_OPTIONS)=(\S+)/g),
      ([, name, value]) => [name, value],
    )
    expect({ file, ...Object.fromEntries(found) }).toEqual({ file, ...JSON.parse(settings) })
  }
})

test('the server is notified when its launcher is killed', async () => {
  const root = plantRunning(SERVER)
  const started = start(root, START)
  await vi.waitUntil(() => started.output().includes('ready'), SOON)
  started.process.kill('SIGKILL')
  await expect.poll(() => existsSync(path.join(root, 'left-alone')), SOON).toBe(true)
})

/** npm forwards SIGTERM; when it ends by another signal, the launcher has another parent. */
test.for([
  ['SIGTERM', 'npm', startNpm],
  ['SIGKILL', 'a parent that is gone', startUnderParent],
] as const)('%s to %s stops the server that npm start runs', async ([signal, , startThere]) => {
  const { scripts } = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8'))
  const server = `${SERVER}; writeFileSync('server.pid', String(process.pid))`
  const root = plantRunning(server)
  plant(root, { 'package.json': JSON.stringify({ type: 'module', scripts }) })
  const started = startThere(root)
  const pid = await untilPidIsWritten(root, 'server.pid')
  started.process.kill(signal)
  await expect.poll(() => lives(pid), SOON).toBe(false)
  await started.ended
  // The server was asked to stop and did not just lose its launcher.
  expect(existsSync(path.join(root, 'left-alone'))).toBe(false)
})

test('a signal during a step ends the step and the launcher', async () => {
  const root = plantHanging()
  const started = start(root, START)
  const pid = await untilPidIsWritten(root)
  started.process.kill('SIGTERM')
  const { code, stderr } = await started.ended
  expect(code).toBe(128 + 15)
  expect(stderr).toBe('')
  expect(existsSync(path.join(root, 'npm.asked'))).toBe(true)
  expect(lives(pid)).toBe(false)
})

test('a step does not outlive a launcher that is killed', async () => {
  const root = plantHanging()
  const started = start(root, START)
  const pid = await untilPidIsWritten(root)
  started.process.kill('SIGKILL')
  await expect.poll(() => lives(pid), SOON).toBe(false)
  expect(existsSync(path.join(root, 'npm.asked'))).toBe(true)
})

test('a Node below 18 is reported in one line', async () => {
  const preload = path.join(
    plantFolder({
      'old.cjs':
        "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } })",
    }),
    'old.cjs',
  )
  const { code, stdout, stderr } = await run(plantProject(), START, {
    nodeArgs: ['--require', preload],
  })
  expect(stderr).toBe('Script Writer needs Node.js 18 or newer to start; this is 16.20.2\n')
  expect(stdout).toBe('')
  expect(code).toBe(1)
})
