import { authorshipMessages as words } from '../../messages/authorship.ts'
import type { KnownRecord } from './api/record.ts'
import { originLabel } from './origin-text.ts'

const { marks } = words

/** Where the parts of a text came from that the writer did not type, with words for it. */
export function markedText({ record, doc }: KnownRecord) {
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
  }
  const ranges = record.spans.flatMap(({ start, end, origin, job_id: job }) =>
    origin === 'typed' ? [] : [{ start, end, origin, label: labels[origin](job) }],
  )
  const { typed, pasted } = words.origins
  return { doc, ranges, labels: { typed, pasted, mixed: marks.mixed } }
}

export type MarkedText = NonNullable<ReturnType<typeof markedText>>
