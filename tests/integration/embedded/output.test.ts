import { expect, test } from 'vitest'
import { startServerProcess, temporaryFolder } from '../../support/server-process.ts'

/** What `npm start` says before it, when it installs and builds on a pipe. */
const STEPS = 4

test('a first start says on a pipe in at most ten readable lines how to begin', async () => {
  const dataDir = await temporaryFolder()
  const server = startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: '' })
  const url = await server.url
  await expect.poll(() => server.lines.at(-1)).toContain(dataDir)
  const lines = [...server.lines]
  server.child.kill('SIGTERM')
  const { stderr } = await server.ended
  const said = [...lines, ...stderr.trim().split('\n')]
  expect(said.length + STEPS).toBeLessThanOrEqual(10)
  expect(said.filter((line) => line.length > 160 || line.includes('{'))).toEqual([])
  expect(lines).toEqual([
    expect.stringMatching(/INFO: prepared the database: \d+ migrations in [\d.]+ s$/),
    expect.stringMatching(/^Script Writer is ready after [\d.]+ s: http:\/\/127\.0\.0\.1:\d+$/),
    'Sign up there first: the first account is the administrator.',
    `Everything is kept in ${dataDir}. Ctrl-C stops the server.`,
  ])
  expect(stderr).toContain(`${url}/outbox?token=`)
})

test('with LOG_LEVEL a pipe gets JSON lines only', async () => {
  const server = startServerProcess({ DATA_DIR: await temporaryFolder(), LOG_LEVEL: 'debug' })
  await server.url
  const entries = server.lines.map((line) => JSON.parse(line) as { msg: string })
  expect(entries.map(({ msg }) => msg)).toContain('migration applied')
})
