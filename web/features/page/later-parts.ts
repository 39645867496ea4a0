import { lazyExtra } from '../../lib/loading/lazy-extra.ts'
import { loadedBoard } from './shown-as.ts'

const loadDialogs = async () => (await import('./dialogs/page-dialogs.tsx')).PageViewDialogs
const loadFindPanel = async () => (await import('./tools/find-panel.tsx')).FindPanel
const loadReadingMode = async () => (await import('./reading-mode.tsx')).ReadingMode
const loadSceneList = async () => (await import('./panels/scene-list.tsx')).SceneList
const loadSceneStrip = async () => (await import('./panels/scene-strip.tsx')).SceneStrip
const loadGoalDialog = async () => (await import('./panels/goal-dialog.tsx')).GoalDialog
const loadStreaming = async () =>
  (await import('./editor/streaming/streaming-part.tsx')).StreamingPart
const loadNotes = async () => (await import('./editor/notes/notes-part.tsx')).NotesPart
const loadOrigins = async () => (await import('./editor/origins/origins-part.tsx')).OriginsPart
const loadOverlaps = async () => (await import('./editor/overlaps/overlap-part.tsx')).OverlapPart
const loadReview = async () => (await import('./editor/review/review-part.tsx')).ReviewPart
const loadScopeMark = async () => (await import('./scope/scope-mark.ts')).ScopeMark
const loadCompletion = async () => (await import('./editor/typing/completion.ts')).completion
const loadPasting = async () => (await import('./editor/typing/pasted-text.ts')).pastedText

/** Parts that are not needed to write, so that the page opens sooner. */
export const PageViewDialogs = lazyExtra(loadDialogs)
export const FindPanel = lazyExtra(loadFindPanel)
export const ReadingMode = lazyExtra(loadReadingMode)
export const SceneList = lazyExtra(loadSceneList)
export const SceneStrip = lazyExtra(loadSceneStrip)
export const GoalDialog = lazyExtra(loadGoalDialog)
export const StreamingPart = lazyExtra(loadStreaming)
export const NotesPart = lazyExtra(loadNotes)
export const OriginsPart = lazyExtra(loadOrigins)
export const OverlapPart = lazyExtra(loadOverlaps)
export const ReviewPart = lazyExtra(loadReview)
export const ScopeMark = lazyExtra(loadScopeMark)
export { loadCompletion, loadPasting }

const QUIET = 300

/** Loads these parts when nothing else is going on, so that they also work without a connection. */
export function loadLaterParts(): () => void {
  const timer = setTimeout(() => {
    const parts = [
      loadDialogs,
      loadFindPanel,
      loadReadingMode,
      loadSceneList,
      loadPasting,
      () => loadedBoard.load(),
      loadGoalDialog,
      loadStreaming,
      loadOverlaps,
      loadReview,
      loadScopeMark,
    ]
    // A part that cannot be loaded now is loaded, or its failure reported, when it is used.
    for (const load of parts) load().catch(() => undefined)
  }, QUIET)
  return () => clearTimeout(timer)
}
