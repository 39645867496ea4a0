import { Readable } from 'node:stream'
import type { Hono } from 'hono'
import { deleteAccountRequest } from '../../../contract/delete-account.ts'
import type { NodeEnvironment } from '../../database/caller.ts'
import { asReader } from '../../database/request-transaction.ts'
import { contentDisposition } from '../../documents/content-disposition.ts'
import { type Functions, parseBody, REQUIRE_APPROVED } from '../call.ts'
import { withRefusals } from '../failures.ts'
import { ownData } from './own-data.ts'
import { zipOf } from './zip-stream.ts'

/** Lets people download or delete everything that is stored about them. */
export function ownDataRoutes(app: Hono<NodeEnvironment>, functions: Functions): void {
  const { guard, pool, account } = functions

  app.post('/download-data', async (c) => {
    const identity = await guard.admit(c)
    await withRefusals(asReader(pool, identity, REQUIRE_APPROVED))
    await account.recordDownload(identity, account.addressOf(c))
    const zip = Readable.toWeb(Readable.from(zipOf(ownData(pool, identity)), { objectMode: false }))
    return c.body(zip as ReadableStream, 200, {
      // Supabase's client returns a response of this type as a file.
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': contentDisposition('Script Writer.zip'),
      'Cache-Control': 'no-store',
    })
  })

  app.post('/delete-account', async (c) => {
    const identity = await guard.admit(c)
    const { password } = await parseBody(c, deleteAccountRequest)
    await account.delete(identity, password, account.addressOf(c))
    return c.json({ success: true })
  })
}
