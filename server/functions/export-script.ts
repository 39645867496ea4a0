import type { Context } from 'hono'
import { exportScriptRequest } from '../../contract/export-script.ts'
import { fileNameOf } from '../../contract/file-name.ts'
import { asReader, type Identity } from '../database/request-transaction.ts'
import { contentDisposition } from '../documents/content-disposition.ts'
import { asking, bodyOf, type Functions } from './call.ts'
import { failures } from './failures.ts'

type Script = { title: string; text: string }

const REQUIRE_APPROVED = {
  name: 'require_approved',
  text: 'select private.require_approved()',
  answer: 'none',
} as const

/** What the database lets this person read. */
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

/** Answers with a script as a document to keep. */
export async function exportScript(c: Context, functions: Functions): Promise<Response> {
  const identity = await functions.guard.admit(c)
  const { scriptId, text, title, paper } = await bodyOf(c, exportScriptRequest)
  const saved = scriptId ? await asking(readScript(functions, identity, scriptId)) : undefined
  // Also who brings the text along must be approved.
  if (!saved) await asking(asReader(functions.pool, identity, REQUIRE_APPROVED))
  const name = title?.trim() ? title : saved?.title
  const pdf = await functions.documents.pdf(String(identity.claims['sub']), {
    text: text ?? saved?.text ?? '',
    title: name,
    paper: paper ?? 'letter',
  })
  return c.body(pdf, 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': contentDisposition(`${fileNameOf(name ?? '')}.pdf`),
    'Cache-Control': 'no-store',
  })
}
