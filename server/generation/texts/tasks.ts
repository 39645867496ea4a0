import type { WritingFailureCode, Prompt } from '../../ai/writer.ts'
import type { AnswerChanges } from '../../../contract/generation.ts'
import type { AnswerOutcome } from '../../../screenplay/answers.ts'
import { anchorsIn, type StoredAnchor, type TextStep } from '../../../screenplay/changes.ts'
import { demoAnswer } from '../../ai/demo-writer.ts'
import { describeChanges } from '../applying/describe-changes.ts'
import {
  type Application,
  applicationOf,
  type Judged,
  outcomeOf,
  withhold,
  type WorkingText,
} from '../applying/application.ts'
import {
  type BranchHistory,
  followBranch,
  knownAnswer,
  moveRange,
  type VersionTexts,
} from '../applying/follow-branch.ts'
import { replacedScenes, requireRead } from '../applying/read-scenes.ts'
import { buildPrompt, type PromptInput } from '../prompt/build-prompt.ts'
import { scriptMemory } from '../prompt/outline.ts'
import { placeNotes } from '../readings/place-notes.ts'
import type { Asked } from '../readings/reading.ts'
import { readingOf, readingParts } from '../readings/reading-parts.ts'

type Material = Omit<PromptInput, 'memory'> & {
  synopses: Record<string, string> | null
  tokens: number
}

const prompt = ({ synopses, tokens, ...input }: Material) =>
  buildPrompt({ ...input, memory: scriptMemory(input.currentScript, synopses) }, tokens)

/** `read`: the ids of the scenes that the model got in full; null for all. */
function judge({ judged, read }: { judged: Judged; read: ReadonlySet<number> | null }): {
  outcome: AnswerOutcome
  replaced: number[]
} {
  const outcome = requireRead(outcomeOf(judged), read)
  return { outcome, replaced: replacedScenes(judged.answer) }
}

/** First the answers are taken back that this one takes the place of. */
function applied(judged: Judged, outcome: AnswerOutcome, working: WorkingText | undefined) {
  if (!working?.replaced) return applicationOf(judged, outcome, working)
  const { history, texts } = working.replaced
  const followed = followBranch(working.text, history, texts)
  if (!followed) return undefined
  const { leftText: text, left, keptLines } = followed
  const application = applicationOf(judged, outcome, { ...working, text })
  const { newText, partlyApplied } = application
  return {
    ...application,
    firstText: left.length === 0 ? null : text,
    left,
    partlyApplied: newText !== null && (partlyApplied || keptLines),
  }
}

type Answered = {
  judged: Judged
  outcome: AnswerOutcome
  working: WorkingText | undefined
  /** Why the answer is withheld whatever it says: the text changes too often, or it takes too long to change. */
  gaveUp: 'overlap' | 'too_slow' | null
}

/** Undefined if what is known of the changes since the replaced answers is wrong. */
function apply({
  judged,
  outcome,
  working,
  gaveUp,
}: Answered): { application: Application; changes: AnswerChanges | null } | undefined {
  const application = gaveUp ? withhold(gaveUp) : applied(judged, outcome, working)
  if (application && application.newText !== null && application.newText !== undefined)
    application.parts = knownAnswer(
      application.firstText ?? working?.text ?? '',
      application.newText,
    )
  return (
    application && {
      application,
      changes: describeChanges(judged.answer, judged.base, outcome, application.applied),
    }
  )
}

type Followed = {
  text: string
  history: BranchHistory | null
  texts: VersionTexts
  /** Ranges of other texts, to be found in the one that the answers leave. */
  targets: ({ before: string; start: number; end: number } | null)[]
}

const still = (text: string) => ({ leftText: text, text, left: [], returned: [], keptLines: false })

/** Undefined as above. */
function follow({ text, history, texts, targets }: Followed) {
  const followed = history ? followBranch(text, history, texts) : still(text)
  return (
    followed && {
      ...followed,
      targets: targets.map(
        (target) => target && moveRange(target, target.before, followed.leftText),
      ),
    }
  )
}

const readingPrompt = (asked: Asked) => readingOf(asked.reader).prompt(asked)

const readAnswer = ({ answer, ...asked }: Asked & { answer: string }) =>
  readingOf(asked.reader).read(asked, answer)

type OwnNotes = {
  notes: (StoredAnchor & { user_id: string })[]
  steps: TextStep[]
  text: string
}

/** Notes in their order in the text of now, as their writer downloads them. */
const notesNow = (noted: OwnNotes) =>
  anchorsIn(noted.notes, noted.steps, noted.text)
    .toSorted((a, b) => a.start - b.start)
    .map(({ user_id: _owner, revision: _revision, ...note }) => note)

const demo = (asked: Prompt): Promise<string> => demoAnswer(asked)

/** Work, mostly of generations, whose cost depends on what a text contains. It runs in a worker thread. */
export const tasks = {
  prompt,
  judge,
  apply,
  follow,
  readingParts,
  readingPrompt,
  readAnswer,
  placeNotes,
  notesNow,
  demo,
}

type Tasks = typeof tasks
export type TaskName = keyof Tasks
export type TaskInput<Name extends TaskName> = Parameters<Tasks[Name]>[0]
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>

/** What a thread is asked, and answers. */
export type TextQuestion = { name: TaskName; input: unknown }
export type TextAnswer = { result: unknown } | { failure: WritingFailureCode } | { problem: string }
