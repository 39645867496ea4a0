import type { Json } from '../../../../contract/tables.ts'
import { noteFailure } from '../../../lib/backend/query-client.ts'
import { dataOf, RequestError } from '../../../lib/backend/request-error.ts'
import { requireSession, SIGNED_OUT } from '../../../lib/backend/require-session.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { followTables } from '../../../lib/backend/table-changes.ts'
import type { Step } from './runs.ts'
import type { Base } from './text-sync.ts'

/** A row of script_drafts; `changes` led to its revision and are null if they are too long. */
export type DraftRow = {
  revision: number
  text_hash: string
  changes:
    | (Pick<Step, 'splices' | 'overlaps' | 'has'> & {
        /** What was asked for by a request names it. */
        request?: string
      })[]
    | null
}

/** A text of the server, and the request that made it from the one before; null if anything else did. */
export type ServerText = Base & { request: string | null }

/** The server's side of one text. Its calls throw a RequestError if they fail. */
export type DraftServer = {
  keep(revision: number, steps: Step[], textHash: string): Promise<number>
  /**
   * The text, after those before and after each change that one of the requests made since the revision; null if it was
   * never stored, or is deleted.
   */
  read(since: number, requests: string[]): Promise<ServerText[] | null>
  readRow(): Promise<DraftRow | null>
  /** Calls `onRow` for each change, and without a row when some may have been missed. */
  follow(onRow: (row?: DraftRow) => void): () => void
}

/** A response that takes longer is treated as lost. */
const TIMEOUT = 60_000
const ROW = 'revision, text_hash, changes'

const rowOf = ({ revision, text_hash, changes }: Record<string, unknown>): DraftRow => ({
  revision: Number(revision),
  text_hash: String(text_hash),
  changes: changes as DraftRow['changes'],
})

export function draftServer(userId: string, work_id: string): DraftServer {
  /** Throws if another user has signed in meanwhile, so that their session is never used. */
  async function asOwner<Answer>(call: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    try {
      const { user } = await requireSession()
      if (user.id !== userId) throw new RequestError('', SIGNED_OUT)
      return await call(AbortSignal.timeout(TIMEOUT))
    } catch (error) {
      noteFailure(error)
      throw error
    }
  }
  return {
    keep: (revision, steps, text_hash) =>
      asOwner(async (signal) => {
        const args = { work_id, revision, changes: steps as Json, text_hash }
        const row = await dataOf(supabase().rpc('keep_draft', args).abortSignal(signal))
        return row.revision
      }),
    read: (since, requests) =>
      asOwner(async (signal) => {
        const args = { work_id, since, requests }
        const rows = await dataOf(supabase().rpc('draft_texts', args).abortSignal(signal))
        // The text is there twice if a request made it.
        const texts = rows.filter(({ revision }, at) => revision !== rows[at - 1]?.revision)
        return texts.length === 0 ? null : texts
      }),
    readRow: () =>
      asOwner(async (signal) => {
        const query = supabase().from('script_drafts').select(ROW).eq('work_id', work_id)
        const [row] = await dataOf(query.abortSignal(signal))
        return row ? rowOf(row) : null
      }),
    follow: (onRow) =>
      followTables(['script_drafts'], `work_id=eq.${work_id}`, {
        // A deletion does not say which text it was.
        onChange: (change) => (change.eventType === 'DELETE' ? onRow() : onRow(rowOf(change.new))),
        // Even if nothing was missed: one small request makes sure that the text is not stale.
        onLive: (isLive) => {
          if (isLive) onRow()
        },
      }),
  }
}
