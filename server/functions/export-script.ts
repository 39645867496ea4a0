import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { exportScriptRequest } from '../../contract/export-script.ts'
import { fileNameOf } from '../../contract/file-name.ts'
import { asReader, type Identity } from '../database/request-transaction.ts'
import { contentDisposition } from '../documents/content-disposition.ts'
import type { PdfRequest } from '../documents/pdf-request.ts'
import { type Functions, parseBody, REQUIRE_APPROVED } from './call.ts'
import { failures, withRefusals } from './failures.ts'

type Script = { title: string; text: string }

/** Reads with the caller's own rights. */
async function readScript({ pool }: Functions, identity: Identity, id: string): Promise<Script> {
  const [, outcome] = await asReader(pool, identity, REQUIRE_APPROVED, {
    name: 'script_to_export',
    text: `select title, case jsonb_typeof(content) when 'string' then content #>> '{}'
        else content ->> 'value' end as text
      from public.scripts where id = $1`,
    values: [id],
  })
  const script = outcome?.rows[0] as Script | undefined
  if (!script) throw failures.unknownScript()
  return script
}

/** The text to mark the changes against; a version is read with the caller's own rights. */
async function readRevision(
  { pool }: Functions,
  identity: Identity,
  revision: z.infer<typeof exportScriptRequest>['revision'],
): Promise<PdfRequest['revision']> {
  if (!revision) return undefined
  const { set, against, versionId } = revision
  const date = revision.date ?? new Date().toISOString().slice(0, 10)
  if (typeof against === 'string') return { set, date, against }
  const [, outcome] = await asReader(pool, identity, REQUIRE_APPROVED, {
    name: 'version_to_compare',
    text: 'select public.version_text($1) as text',
    values: [versionId ?? null],
  })
  const version = outcome?.rows[0] as { text: string } | undefined
  return { set, date, against: version?.text ?? '' }
}

/**
 * Sends a script as a PDF download, with marks if a revision is asked for; or, if the caller wants to know first, the
 * characters that no font has.
 */
export async function exportScript(c: Context, functions: Functions): Promise<Response> {
  const { guard, pool, documents } = functions
  const identity = await guard.admit(c)
  const { scriptId, text, title, paper, ...rest } = await parseBody(c, exportScriptRequest)
  const saved = scriptId ? await withRefusals(readScript(functions, identity, scriptId)) : undefined
  // Callers who send the text themselves must be approved too.
  if (!saved) await withRefusals(asReader(pool, identity, REQUIRE_APPROVED))
  const revision = await withRefusals(readRevision(functions, identity, rest.revision))
  const name = title?.trim() ? title : saved?.title
  const pdf = await documents.pdf(String(identity.claims['sub']), {
    text: text ?? saved?.text ?? '',
    title: name,
    paper: paper ?? 'letter',
    revision,
    sides: rest.sides ?? undefined,
    reportsMissing: rest.reportsMissing ?? undefined,
  })
  if ('missing' in pdf) return c.json(pdf, 200, { 'Cache-Control': 'no-store' })
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': contentDisposition(`${fileNameOf(name ?? '')}.pdf`),
    'Cache-Control': 'no-store',
  })
}
