import type { Text } from '@codemirror/state'
import { queryOptions } from '@tanstack/react-query'
import type { AuthorshipRecord } from '../../../../contract/authorship.ts'
import { fileNameOf } from '../../../../contract/file-name.ts'
import { callFunction } from '../../../lib/backend/functions.ts'
import { listRetry } from '../../../lib/backend/list-retry.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import { textOf } from '../../document/text/changes.ts'

/** The working text in this browser. */
export type TextSource = {
  /** The text, once the server has it too. */
  stored: () => Promise<string>
  doc: () => Text
  hashOf: (text: string) => Promise<string>
}

/** The record, and the text that its spans refer to; null if this browser has a different text. */
export type KnownRecord = { record: AuthorshipRecord; doc: Text | null }

const keys = { record: (workId: string) => ['authorship', 'record', workId] as const }

const address = (workId: string, more: Record<string, string> = {}) =>
  `authorship?${new URLSearchParams({ workId, ...more })}`

const readRecord = (workId: string, options: { signal?: AbortSignal; texts?: boolean }) =>
  callFunction<AuthorshipRecord>(address(workId, options.texts ? { texts: 'true' } : {}), {
    method: 'GET',
    ...(options.signal && { signal: options.signal }),
  })

async function readKnown(
  workId: string,
  source: TextSource,
  signal: AbortSignal,
): Promise<KnownRecord> {
  const before = source.doc()
  const record = await readRecord(workId, { signal })
  for (const doc of [before, source.doc()])
    if ((await source.hashOf(textOf(doc))) === record.text.text_hash) return { record, doc }
  return { record, doc: null }
}

/** The record as the server has it at the moment. */
export const recordQuery = (workId: string, source: TextSource) =>
  queryOptions({
    queryKey: keys.record(workId),
    queryFn: ({ signal }) => readKnown(workId, source, signal),
    // Never stale by itself: `RecordFeed` reads the record again when there is a new version.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The record with everything typed so far, for someone who waits for it. */
export const wholeRecordQuery = (workId: string, source: TextSource) =>
  queryOptions({
    ...recordQuery(workId, source),
    queryFn: async ({ signal }) => {
      // If storing fails, the record lacks what was typed last, and its hash shows that.
      await source.stored().catch(() => undefined)
      return await readKnown(workId, source, signal)
    },
    ...listRetry,
  })

export async function downloadStatement(workId: string, title: string): Promise<void> {
  const content = await callFunction<Blob>(address(workId, { format: 'pdf' }), { method: 'GET' })
  saveFile(content, 'application/pdf', `${fileNameOf(words.statementFile(title))}.pdf`)
}

export async function downloadRecord(workId: string, title: string, texts: boolean): Promise<void> {
  const record = await readRecord(workId, { texts })
  const name = `${fileNameOf(words.recordFile(title))}.json`
  saveFile(`${JSON.stringify(record, null, 2)}\n`, 'application/json', name)
}
