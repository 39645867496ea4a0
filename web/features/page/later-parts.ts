import { lazyExtra } from '../../lib/loading/loaded-part.ts'
import { loadedBoard } from './shown-as.ts'

const loadCompletion = async () => (await import('./editor/typing/completion.ts')).completion
const loadPasting = async () => (await import('./editor/typing/pasted-text.ts')).pastedText

/** Parts that are not needed to write, so that the page opens sooner. */
export const PageViewDialogs = lazyExtra(
  async () => (await import('./dialogs/page-dialogs.tsx')).PageViewDialogs,
)
export const FindPanel = lazyExtra(async () => (await import('./tools/find-panel.tsx')).FindPanel)
export const ReadingMode = lazyExtra(async () => (await import('./reading-mode.tsx')).ReadingMode)
export const SceneList = lazyExtra(async () => (await import('./panels/scene-list.tsx')).SceneList)
export const SceneStrip = lazyExtra(
  async () => (await import('./panels/scene-strip.tsx')).SceneStrip,
)
export const GoalDialog = lazyExtra(
  async () => (await import('./panels/goal-dialog.tsx')).GoalDialog,
)
export const StreamingPart = lazyExtra(
  async () => (await import('./editor/streaming/streaming-part.tsx')).StreamingPart,
)
export const NotesPart = lazyExtra(
  async () => (await import('./editor/notes/notes-part.tsx')).NotesPart,
)
export const OriginsPart = lazyExtra(
  async () => (await import('./editor/origins/origins-part.tsx')).OriginsPart,
)
export const OverlapPart = lazyExtra(
  async () => (await import('./editor/overlaps/overlap-part.tsx')).OverlapPart,
)
export const ReviewPart = lazyExtra(
  async () => (await import('./editor/review/review-part.tsx')).ReviewPart,
)
export const ScopeMark = lazyExtra(async () => (await import('./scope/scope-mark.ts')).ScopeMark)
export { loadCompletion, loadPasting }

const QUIET = 300

/** Loads these parts when nothing else is going on, so that they also work without a connection. */
export function loadLaterParts(): () => void {
  const timer = setTimeout(() => {
    const parts = [
      PageViewDialogs,
      FindPanel,
      ReadingMode,
      SceneList,
      { load: loadPasting },
      loadedBoard,
      GoalDialog,
      StreamingPart,
      OverlapPart,
      ReviewPart,
      ScopeMark,
    ]
    // A part that cannot be loaded now is loaded, or its failure reported, when it is used.
    for (const { load } of parts) load().catch(() => undefined)
  }, QUIET)
  return () => clearTimeout(timer)
}
