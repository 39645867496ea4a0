// One comparison in a thread of its own, for bench/compare.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { diffLines, diffWordsWithSpace } from 'diff'
import DiffMatchPatch from 'diff-match-patch'
import { compareScripts, countChanges } from '../../screenplay/changes.ts'

export type Comparer = 'script' | 'diff, lines' | 'diff, words' | 'diff-match-patch'

/** `share` is undefined if the comparison timed out. */
export type CompareResult = { time: number; share: number | undefined; moved: number }

type Compared = { changed: number; moved?: number } | undefined

/** In ms; diff-match-patch has a limit of one second by default, after which it gets coarser. */
const TIMEOUT = { timeout: 5_000 }

const changedIn = (
  parts: readonly { added: boolean; removed: boolean; value: string }[] | undefined,
): Compared =>
  parts && {
    changed: parts
      .filter(({ added, removed }) => added || removed)
      .reduce((sum, { value }) => sum + value.length, 0),
  }

const comparers: Record<Comparer, (before: string, after: string) => Compared> = {
  script(before, after) {
    const comparison = compareScripts(before, after)
    const parts = comparison.scenes.flatMap((scene) => scene.parts)
    const changed = parts
      .filter(({ isEqual }) => !isEqual)
      .reduce((sum, part) => sum + lengthOf(part.before) + lengthOf(part.after), 0)
    return { changed, moved: countChanges(comparison).movedScenes }
  },
  'diff, lines': (before, after) => changedIn(diffLines(before, after, TIMEOUT)),
  'diff, words': (before, after) => changedIn(diffWordsWithSpace(before, after, TIMEOUT)),
  'diff-match-patch'(before, after) {
    const differ = new DiffMatchPatch()
    const parts = differ.diff_main(before, after)
    differ.diff_cleanupSemantic(parts)
    const changed = parts.filter(([kind]) => kind !== 0)
    return { changed: changed.reduce((sum, [, text]) => sum + text.length, 0) }
  },
}

const lengthOf = ({ start, end }: { start: number; end: number }) => end - start

const { comparer, before, after } = workerData as {
  comparer: Comparer
  before: string
  after: string
}
const start = performance.now()
const compared = comparers[comparer](before, after)
const time = performance.now() - start
const share = compared && compared.changed / (before.length + after.length)
const result: CompareResult = { time, share, moved: compared?.moved ?? 0 }
parentPort?.postMessage(result, [])
