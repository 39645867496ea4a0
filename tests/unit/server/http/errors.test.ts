import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { renderErrors } from '../../../../server/http/errors.ts'
import type { Environment } from '../../../../server/http/request-context.ts'

async function answerTo(error: Error) {
  const app = new Hono<Environment>()
  renderErrors(app, pino({ level: 'silent' }))
  app.get('/', () => {
    throw error
  })
  const response = await app.request('/')
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('an unexpected error reveals no details to the client', async () => {
  const error = new Error('connect postgresql://user:password@host failed')
  const { status, body } = await answerTo(error)
  expect(status).toBe(500)
  expect(body).toEqual({
    code: 'unexpected_failure',
    message: 'Something went wrong on the server. Please quote the request id if you report it.',
  })
})

test('an unreachable database is 503 with Retry-After', async () => {
  const lost = [
    Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    Object.assign(new Error('terminating connection'), { code: '57P01' }),
    Object.assign(new Error('too many clients'), { code: '53300' }),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
  ]
  for (const error of lost) {
    const { status, headers, body } = await answerTo(error)
    expect([error.message, status]).toEqual([error.message, 503])
    expect(headers.get('retry-after')).toBe('1')
    expect(body).toMatchObject({ code: 'unavailable' })
  }
})

test('a deadlock and a statement that took too long are 503 with Retry-After', async () => {
  for (const code of ['40P01', '40001', '55P03', '57014']) {
    const { status, headers, body } = await answerTo(Object.assign(new Error('ended'), { code }))
    expect([code, status, headers.get('retry-after')]).toEqual([code, 503, '1'])
    expect(body).toMatchObject({ code: 'unavailable' })
  }
})

test('a rejected statement does not count as an unreachable database', async () => {
  const refused = Object.assign(new Error('duplicate key'), { code: '23505' })
  expect((await answerTo(refused)).status).toBe(500)
})

test('an HTTP error keeps its status', async () => {
  const { status, body } = await answerTo(new HTTPException(415, { message: 'JSON only.' }))
  expect([status, body]).toEqual([415, { code: 'bad_request', message: 'JSON only.' }])
})
