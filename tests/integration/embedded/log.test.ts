import { appendFile, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { keepLogFileSmall } from '../../../server/database/embedded/log-file.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { temporaryFolder } from '../../support/server-process.ts'

test('the log is rotated while it grows, and a few old ones are kept', async () => {
  const folder = await temporaryFolder()
  const file = path.join(folder, 'postgres.log')
  await appendFile(file, '')
  const options = { maxBytes: 1_000, kept: 3, milliseconds: 5 }
  const rotation = keepLogFileSmall(file, pino({ level: 'silent' }), options)
  cleanUp(() => rotation.stop())
  for (let round = 1; round <= 5; round += 1) {
    await appendFile(file, `round ${round} ${'x'.repeat(1_200)}\n`)
    await expect.poll(async () => (await stat(file)).size, { interval: 5 }).toBe(0)
  }
  await appendFile(file, 'the latest line\n')
  expect((await readdir(folder)).toSorted()).toEqual([
    'postgres.log',
    'postgres.log.1',
    'postgres.log.2',
    'postgres.log.3',
  ])
  expect(await readFile(file, 'utf8')).toBe('the latest line\n')
  expect(await readFile(`${file}.1`, 'utf8')).toContain('round 5')
  expect(await readFile(`${file}.3`, 'utf8')).toContain('round 3')
})
