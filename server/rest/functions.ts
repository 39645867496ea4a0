import { VALUE, arrayLiteral } from '../database/json-rows.ts'
import { headerOf } from '../database/caller.ts'
import { type Call, type Found, preferenceApplied, send } from './call.ts'
import {
  type Argument,
  type FunctionInfo,
  type Relation,
  takesBody,
} from './catalogue/catalogue.ts'
import { failures } from './failures.ts'
import {
  contentTypeOf,
  requireJson,
  applyRange,
  contentRange,
  pageStatus,
  isObject,
  parseBody,
} from './request-body.ts'
import { Parameters, quoted, quotedList } from './render/render-filter.ts'
import { parseQuery } from './parse/parse-query.ts'
import { exactlyOne, Rendering, renderRead } from './render/render-read.ts'

type Given = {
  names: readonly string[]
  json: string | undefined
  texts: readonly [name: string, value: string][]
}

const passed = ({ name, variadic }: Argument, value: string) =>
  `${variadic ? 'variadic ' : ''}${quoted(name)} => ${value}`

/** As in PostgREST, a repeated parameter is a list for a variadic argument; otherwise the last one counts. */
function argumentText({ name, variadic }: Argument, texts: Given['texts']): string | null {
  const values = texts.filter(([given]) => given === name).map(([, value]) => value)
  return variadic ? arrayLiteral(values) : (values.at(-1) ?? null)
}

/** The function call, with named arguments from a JSON object or the query string, or the whole body. */
function renderFunction(
  called: FunctionInfo,
  { names, json, texts }: Given,
  parameters: Parameters,
): string {
  const used = called.arguments.filter(({ name }) => name !== '' && names.includes(name))
  // PostgreSQL names a single column after the function.
  const columns = called.rows ? [...called.rows.columns.keys()] : [VALUE]
  const call = (values: string[]) =>
    `public.${quoted(called.name)}(${values.join(', ')}) as result (${quotedList(columns)})`
  if (json !== undefined && takesBody(called)) {
    const [body] = called.arguments
    return `select result.* from ${call([`${parameters.add(json)}::${body?.type}`])}`
  }
  if (json === undefined || used.length === 0) {
    const values = used.map((argument) =>
      passed(argument, `${parameters.add(argumentText(argument, texts))}::${argument.type}`),
    )
    return `select result.* from ${call(values)}`
  }
  const typed = used.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')
  const values = used.map((argument) => passed(argument, `given.${quoted(argument.name)}`))
  return `select result.* from json_to_record(${parameters.add(json)}) as given (${typed}), ${call(values)}`
}

type Arguments = {
  names: string[]
  json: string | undefined
  texts: [name: string, value: string][]
  /** Whether they are named: a body may also be a list or a single value. */
  isObject: boolean
}

/** `GET /rpc/name?a=1`, read-only, or `POST /rpc/name` with `{"a": 1}`. */
export async function callFunction(call: Call, name: string): Promise<Response> {
  const { context, catalogue, preferences } = call
  const { method } = context.req
  const reads = method === 'GET' || method === 'HEAD'
  const possible = catalogue.argumentNames(name)
  const given = reads ? fromAddress(call, possible) : await fromBody(call)
  const called = catalogue.function(name, given.names, !reads)
  if (!given.isObject && !takesBody(called)) throw failures.body()
  if (called.isUntyped) throw failures.notOffered('A function that returns records without columns')
  const rest = reads ? call.entries.filter(([key]) => !possible.has(key)) : call.entries
  const { query, columns } = parseQuery(rest)
  if (columns) throw failures.notOffered("Choosing arguments with 'columns'")
  applyRange(query, reads ? headerOf(context, 'range') : undefined)
  if (!called.rows && rest.some(([key]) => key !== 'limit' && key !== 'offset')) {
    throw failures.notOffered('Selecting columns of a scalar function')
  }
  const parameters = new Parameters()
  const rendering = new Rendering(catalogue, parameters)
  const before = `with called as materialized (${renderFunction(called, given, parameters)})`
  const rows = renderRead(rendering, called.rows ?? ONE_VALUE, {
    source: 'called',
    query,
    withTotal: preferences.count,
  })
  // Roll back the function's changes if a single row was requested and it returned another number.
  const mustBeOne = !reads && call.shape === 'object'
  const text = mustBeOne
    ? `${before}, shown as materialized (${rows}) select shown.* from shown where ${exactlyOne('shown')}`
    : `${before} ${rows}`
  const found = await call.run({
    access: reads ? 'read' : 'write',
    rows: { text, parameters },
    body: true,
  })
  // The total is a column of each row: no row on the first page means a total of 0.
  const noneAtAll = preferences.count && found.rows === 0 && query.offset === 0
  return answer(call, called, noneAtAll ? { ...found, total: 0 } : found, query.offset)
}

/** Stands in for the relation of a scalar function. */
const ONE_VALUE: Relation = {
  name: 'value',
  columns: new Map([[VALUE, { name: VALUE, type: 'text', default: null, plain: false }]]),
  primaryKey: [],
  tables: [],
  computed: new Map(),
  forAnon: false,
}

function answer(call: Call, called: FunctionInfo, found: Found, offset: number): Response {
  if (called.isVoid) return new Response(null, { status: 204 })
  // A function that does not return a set always responds with its single value, or null if a filter hides it.
  const shape = called.returnsSet ? call.shape : 'object'
  const status = pageStatus(offset, found.rows, found.total)
  const isHidden = !called.returnsSet && call.shape === 'array' && found.rows === 0
  const shown = isHidden ? { ...found, body: 'null', rows: 1 } : found
  return send(call, shown, shape, status, {
    'Content-Type': contentTypeOf(call.shape),
    'Content-Range': contentRange(offset, found.rows, found.total),
    ...preferenceApplied(call, ['count']),
  })
}

function fromAddress(call: Call, possible: Set<string>): Arguments {
  const texts = call.entries.filter(([key]) => possible.has(key))
  return { names: texts.map(([key]) => key), json: undefined, texts, isObject: true }
}

async function fromBody({ context }: Call): Promise<Arguments> {
  requireJson(headerOf(context, 'content-type'))
  const body = (await context.req.text()) || '{}'
  const { value, text } = parseBody(body)
  const names = isObject(value) ? Object.keys(value) : []
  return { names, json: text, texts: [], isObject: isObject(value) }
}
