import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Query } from './parse/ast.ts'
import { headerOf } from '../database/caller.ts'
import { type Call, preferenceApplied, send } from './call.ts'
import type { Relation } from './catalogue/catalogue.ts'
import { failures } from './failures.ts'
import {
  requireJson,
  applyRange,
  contentRange,
  pageStatus,
  rowsOnPage,
  parseBody,
  rowsToInsert,
  rowToUpdate,
} from './request-body.ts'
import { Parameters, quoted } from './render/render-filter.ts'
import { parseQuery, type Request } from './parse/parse-query.ts'
import {
  exactlyOne,
  notTooLarge,
  notTooMany,
  renderCount,
  Rendering,
  renderRead,
} from './render/render-read.ts'
import {
  type Change,
  renderDelete,
  renderInsert,
  renderReturning,
  renderUpdate,
  UPDATED_ROWS,
} from './render/render-write.ts'

export async function readTable(call: Call, table: string): Promise<Response> {
  const { context, catalogue, preferences, shape } = call
  const relation = catalogue.table(table)
  const { query } = parseQuery(call.entries)
  applyRange(query, headerOf(context, 'range'))
  const reading = { source: `public.${quoted(relation.name)}`, query }
  const prepare = (render: typeof renderRead) => {
    const parameters = new Parameters()
    return { parameters, text: render(new Rendering(catalogue, parameters), relation, reading) }
  }
  const withBody = context.req.method !== 'HEAD'
  // Without a body the rows are not read, but what cannot be selected is refused all the same.
  const rows = prepare(renderRead)
  const found = await call.run({
    access: 'read',
    ...(withBody && { rows }),
    ...((preferences.count || !withBody) && { count: prepare(renderCount) }),
    body: withBody,
  })
  const shown = withBody ? found.rows : rowsOnPage(query, found.total ?? 0)
  const total = preferences.count ? found.total : undefined
  return send(call, { ...found, rows: shown }, shape, pageStatus(query.offset, shown, total), {
    'Content-Range': contentRange(query.offset, shown, total),
    ...preferenceApplied(call, ['count']),
  })
}

export async function insertRows(call: Call, table: string): Promise<Response> {
  const { preferences } = call
  const body = await readBody(call)
  return change(call, table, 201, ['resolution', 'missing'], (rendering, relation, request) => {
    const rows = rowsToInsert(body, request.columns, preferences.missingAreDefaults)
    if (rows.count === 0 && rows.columns.length === 0) return undefined
    const { resolution } = preferences
    const conflict = resolution && {
      columns: request.onConflict ?? [],
      merge: resolution === 'merge-duplicates',
    }
    return renderInsert(rendering, relation, rows, conflict)
  })
}

export async function updateRows(call: Call, table: string): Promise<Response> {
  const body = await readBody(call)
  return change(call, table, 200, [], (rendering, relation, { query, columns }) => {
    const row = rowToUpdate(body, columns)
    if (query.filters.length === 0) throw failures.everyRow('UPDATE')
    return row.columns.length > 0 ? renderUpdate(rendering, relation, row, query) : undefined
  })
}

export const deleteRows = (call: Call, table: string): Promise<Response> =>
  change(call, table, 200, [], (rendering, relation, { query }) => {
    if (query.filters.length === 0) throw failures.everyRow('DELETE')
    return renderDelete(rendering, relation, query)
  })

type RenderChange = (
  rendering: Rendering,
  relation: Relation,
  request: Request,
) => Change | undefined

/** Shared by insert, update and delete; `renderChange` returns undefined if there is nothing to do. */
async function change(
  call: Call,
  table: string,
  status: ContentfulStatusCode,
  preferences: string[],
  renderChange: RenderChange,
): Promise<Response> {
  const { catalogue, shape } = call
  const { representation, count } = call.preferences
  const relation = catalogue.table(table)
  const request = parseQuery(call.entries)
  const { query } = request
  if (query.limit !== undefined || query.offset > 0)
    throw failures.notOffered('Limiting an update or delete')
  const parameters = new Parameters()
  const rendering = new Rendering(catalogue, parameters)
  const rendered = renderChange(rendering, relation, request)
  const text = representation
    ? withRepresentation(rendering, relation, query, rendered, shape === 'object')
    : withoutRepresentation(relation, rendered)
  const merged = rendered?.merged
  const found = await call.run({
    access: 'write',
    rows: { text, parameters },
    ...(merged !== undefined && { count: { text: UPDATED_ROWS, parameters: new Parameters() } }),
    body: representation,
  })
  const onlyUpdated = merged !== undefined && found.total === merged
  const shownRows = call.context.req.method === 'PATCH' ? found.rows : 0
  const headers = {
    'Content-Range': contentRange(0, shownRows, count ? found.rows : undefined),
    ...preferenceApplied(call, ['return', 'count', ...preferences]),
  }
  if (representation) return send(call, found, shape, onlyUpdated ? 200 : status, headers)
  const withoutBody = status === 201 ? 201 : 204
  return new Response(null, { status: onlyUpdated ? 200 : withoutBody, headers })
}

/** Limits the number of changed rows, except for an insert, whose given rows have already been counted. */
function withoutRepresentation(relation: Relation, rendered: Change | undefined): string {
  if (!rendered) return `select from public.${quoted(relation.name)} where false`
  if (rendered.isCounted) return rendered.text
  return `with changed as (${rendered.text} returning 1) select from changed where ${notTooMany('changed')}`
}

function withRepresentation(
  rendering: Rendering,
  relation: Relation,
  query: Query,
  rendered: Change | undefined,
  onlyOne: boolean,
): string {
  const changed = rendered
    ? `${rendered.text}${renderReturning(rendering, relation, query, rendered.target)}`
    : `select * from public.${quoted(relation.name)} where false`
  const rows = renderRead(rendering, relation, {
    source: 'changed',
    query: { ...query, filters: [] },
    whole: true,
    conditionsOf: () => [
      notTooMany('changed'),
      notTooLarge('changed'),
      ...(onlyOne ? [exactlyOne('changed')] : []),
    ],
  })
  return `with changed as (${changed}) ${rows}`
}

async function readBody({ context }: Call) {
  requireJson(headerOf(context, 'content-type'))
  return parseBody(await context.req.text())
}
