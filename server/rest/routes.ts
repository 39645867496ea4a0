import { Hono } from 'hono'
import { CallerGuard, type NodeEnvironment } from '../database/caller.ts'
import { openCall, type RestOptions } from './call.ts'
import { failures } from './failures.ts'
import { callFunction } from './functions.ts'
import { UnsentResponses } from './unsent-responses.ts'
import { deleteRows, insertRows, readTable, updateRows } from './tables.ts'

const TABLE_METHODS = new Map<string, typeof readTable>([
  ['GET', readTable],
  ['HEAD', readTable],
  ['POST', insertRows],
  ['PATCH', updateRows],
  ['DELETE', deleteRows],
])
const FUNCTION_METHODS = new Set(['GET', 'HEAD', 'POST'])

/** The data API, compatible with PostgREST; mounted at /rest/v1. */
export function restRoutes(options: RestOptions): Hono<NodeEnvironment> {
  const app = new Hono<NodeEnvironment>()
  const guard = new CallerGuard(options.anonKey, options.identify, failures)
  const shared = { guard, unsent: new UnsentResponses() }
  app.all('/rpc/:name', async (c) => {
    const name = c.req.param('name')
    const call = await openCall(c, { kind: 'function', name }, shared, options)
    if (!FUNCTION_METHODS.has(c.req.method)) throw failures.method(c.req.method)
    return callFunction(call, name)
  })
  app.all('/:table', async (c) => {
    const name = c.req.param('table')
    const call = await openCall(c, { kind: 'table', name }, shared, options)
    const answer = TABLE_METHODS.get(c.req.method)
    if (!answer) throw failures.method(c.req.method)
    return answer(call, name)
  })
  app.all('*', () => {
    throw failures.path()
  })
  return app
}
