import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useTableChanges } from '../../lib/backend/table-changes.ts'
import { type KnownRecord, recordQuery, type TextSource } from './api/record.ts'
import { authorshipMessages as words } from '../../messages/authorship.ts'
import { originLabel } from './origin-text.ts'

const { marks } = words

/** Where the parts of a text came from that the writer did not type, with words for it. */
function markedText({ record, doc }: KnownRecord) {
  if (doc === null) return null
  const models = new Map(record.jobs.map(({ id, model }) => [id, model]))
  const answerLabel = originLabel('answer', record)
  const labels = {
    answer: (job: string | undefined) => {
      const model = job === undefined ? null : models.get(job)
      return model ? marks.answer(answerLabel, model) : answerLabel
    },
    import: () => words.origins.import,
    pasted: () => words.origins.pasted,
    template: () => words.origins.template,
  }
  const ranges = record.spans.flatMap(({ start, end, origin, job_id: job }) =>
    origin === 'typed' ? [] : [{ start, end, origin, label: labels[origin](job) }],
  )
  const { typed, pasted, template } = words.origins
  return { doc, ranges, labels: { typed, pasted, template, mixed: marks.mixed } }
}

type MarkedText = NonNullable<ReturnType<typeof markedText>>

const TABLES = ['script_drafts'] as const
/** Versions often come in pairs, before and after an answer, a paste or a restore: wait for both. */
const SETTLED = 2_000
const AGAIN = 5_000

/** Reads the record again when the text has a version that the record lacks. */
function useNewVersions(workId: string, source: TextSource): void {
  const queryClient = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useTableChanges(TABLES, `work_id=eq.${workId}`, (change) => {
    if (!change || change.eventType === 'DELETE') return
    const { queryKey } = recordQuery(workId, source)
    const known = queryClient.getQueryData(queryKey)?.record.versions.at(-1)?.id ?? null
    const { version_id: latest } = change.new as { version_id: string | null }
    if (latest === known) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void queryClient.invalidateQueries({ queryKey }), SETTLED)
  })
}

type RecordFeedProps = {
  workId: string
  source: TextSource
  /** Called if the margin shows where each line came from. */
  onMarked: ((marked: MarkedText) => void) | null
}

/** Keeps the record up to date. */
export function RecordFeed({ workId, source, onMarked }: RecordFeedProps): null {
  useNewVersions(workId, source)
  const { data } = useQuery({
    ...recordQuery(workId, source),
    // Refetches until the record is about a text that this browser has.
    refetchInterval: ({ state }) => onMarked !== null && state.data?.doc === null && AGAIN,
  })
  const marked = useMemo(() => (onMarked && data ? markedText(data) : null), [onMarked, data])
  useEffect(() => {
    // If the text is unknown here, the shown marks stay: they follow the changes.
    if (marked) onMarked?.(marked)
  }, [marked, onMarked])
  return null
}
