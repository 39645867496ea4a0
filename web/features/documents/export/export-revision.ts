import type { RevisionSet } from '../../../../contract/revision-sets.ts'
import { download } from './download.ts'
import { makers } from './export-formats.ts'
import { rememberedPaper } from './paper.ts'

type MarkedScript = {
  title: string
  before: string
  after: string
  format: 'pdf' | 'fdx'
  set: RevisionSet
}

/** The day where the writer is, as 2026-11-16. */
const today = () => new Date().toLocaleDateString('en-CA')

/** Downloads a version with asterisks beside what has changed since another one. */
export function exportRevision({ title, before, after, format, set }: MarkedScript): Promise<void> {
  const date = today()
  const revision = { set, date, against: before }
  const script = { text: after, title, paper: rememberedPaper(), revision }
  const name = `${title} ${set} ${date}`
  return download({ text: after, name, format }, () => makers[format](script))
}
