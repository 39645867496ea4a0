import type { WordShares } from '../../../contract/authorship.ts'
import { type History, noShares } from '../history.ts'

type JobTotals = { written: number; kept: number }

/** By origin: words ever added, and those since removed. By job: words added, and those still in the text. */
export type Totals = { written: WordShares; cut: WordShares; jobs: Map<string, JobTotals> }

export function totalsOf(history: History): Totals {
  const { sources, serials } = history
  const written = noShares()
  const cut = noShares()
  const jobs = new Map<string, JobTotals>()
  const isPresent = new Uint8Array(sources.count)
  for (const serial of serials) isPresent[serial] = 1
  for (const [index, { first, origin, jobId }] of sources.list.entries()) {
    const after = sources.list[index + 1]?.first ?? sources.count
    const present = isPresent.subarray(first, after).reduce((sum, one) => sum + one, 0)
    written[origin] += after - first
    cut[origin] += after - first - present
    if (jobId === null) continue
    const job = jobs.get(jobId) ?? { written: 0, kept: 0 }
    jobs.set(jobId, { ...job, written: job.written + after - first })
  }
  for (const { from, to, source } of history.runsOf(serials)) {
    const job = jobs.get(source.jobId ?? '')
    if (job) job.kept += to - from
  }
  return { written, cut, jobs }
}
