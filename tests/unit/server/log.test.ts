import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const LOG = path.resolve(import.meta.dirname, '../../../server/process/log.ts')

/** Logs in a child process, because the log writes to the real stdout. */
function logged(statements: string): string {
  const program = `import { createLog } from ${JSON.stringify(LOG)}; ${statements}`
  return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
  })
}

test('without a terminal each line is JSON', () => {
  const line = logged("(await createLog('info')).info({ port: 1 }, 'hello')")
  expect(JSON.parse(line)).toMatchObject({ level: 30, port: 1, msg: 'hello' })
})

test('on a terminal lines are readable', () =>
  expect(logged("(await createLog('info', true)).info('hello')")).toMatch(
    /^\[[\d:]+\] .*INFO.*: .*hello/,
  ))

test('lines below the level are not written', () =>
  expect(logged("(await createLog('warn')).info('hello')")).toBe(''))

test("an error is logged with message, code and cause, but without the database's detail", () => {
  const line = logged(`
    const error = Object.assign(new Error('refused', { cause: new Error('because') }), {
      code: '23514', detail: 'Failing row contains (INT. SECRET SCENE)', query: 'insert ...' })
    ;(await createLog('info')).error({ err: error }, 'oh')`)
  expect(JSON.parse(line)).toMatchObject({
    err: { name: 'Error', message: 'refused', code: '23514', cause: { message: 'because' } },
  })
  expect(line).not.toContain('SECRET SCENE')
  expect(line).not.toContain('insert ...')
})
