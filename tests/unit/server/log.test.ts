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

test('for a log collector each line is JSON', () => {
  const line = logged("(await createLog('info', false)).info({ port: 1 }, 'hello')")
  expect(JSON.parse(line)).toMatchObject({ level: 30, port: 1, msg: 'hello' })
})

test('for people each entry is one readable line', () =>
  expect(logged("(await createLog('info', true)).info({ port: 1, host: 'a' }, 'hello')")).toMatch(
    /^\[[\d:]+\] .*INFO.*: .*hello.*port.*host.*\n$/,
  ))

test.each([
  ['without LOG_LEVEL, lines are for people', false],
  ['with LOG_LEVEL, lines on a pipe are for a log collector', true],
])('%s', (_name, isLevelSet) => {
  const program = `import { isReadByPeople } from ${JSON.stringify(LOG)}; process.stdout.write(String(isReadByPeople(${isLevelSet})))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program])
  expect(said.toString()).toBe(String(!isLevelSet))
})

test('lines below the level are not written', () =>
  expect(logged("(await createLog('warn')).info('hello')")).toBe(''))

test("an error is logged with message, code and cause, but without the database's detail", () => {
  const line = logged(`
    const error = Object.assign(new Error('refused', { cause: new Error('because') }), {
      code: '23514', detail: 'Failing row contains (INT. SECRET SCENE)', query: 'insert ...' })
    ;(await createLog('info', false)).error({ err: error }, 'oh')`)
  expect(JSON.parse(line)).toMatchObject({
    err: { name: 'Error', message: 'refused', code: '23514', cause: { message: 'because' } },
  })
  expect(line).not.toContain('SECRET SCENE')
  expect(line).not.toContain('insert ...')
})
