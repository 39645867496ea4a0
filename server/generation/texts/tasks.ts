import type { WritingFailureCode, Prompt } from '../../ai/writer.ts'
import type { AnswerChanges } from '../../../contract/generation.ts'
import { type AnswerOutcome, numberedScenes } from '../../../screenplay/answers.ts'
import { anchorsIn, type StoredAnchor, type TextStep } from '../../../screenplay/changes.ts'
import { demoAnswer } from '../../ai/demo-writer.ts'
import { describeChanges } from '../applying/describe-changes.ts'
import { applicationOf, type Judged, outcomeOf, withhold } from '../applying/application.ts'
import {
  type BranchHistory,
  followBranch,
  knownAnswer,
  moveRange,
  type VersionTexts,
} from '../applying/follow-branch.ts'
import { replacedScenes, requireRead } from '../applying/read-scenes.ts'
import { type Memory, memoryOf, sceneHash, scriptMemory } from '../memory/memory.ts'
import { batchesOf } from '../memory/notes-prompt.ts'
import { buildPrompt, type PromptInput } from '../prompt/build-prompt.ts'
import { biblePrompt, readProposals } from '../readings/bible.ts'
import { notesPrompt, type NotesInput } from '../readings/notes.ts'
import { readMarginNotes } from '../readings/read-margin-notes.ts'
import { placeNotes } from '../readings/place-notes.ts'
import { readingParts } from '../readings/reading-parts.ts'
import type { Application, WorkingText } from '../work-queue.ts'

type Asked = Omit<PromptInput, 'memory'> & { memory: Memory | undefined; tokens: number }

function prompt({ memory, tokens, ...input }: Asked) {
  const known = memory ? scriptMemory(input.currentScript, memory) : null
  return buildPrompt({ ...input, memory: known }, tokens)
}

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

/** Shorter texts fit into a prompt, or nearly. */
const LONG = { scenes: 20, bytes: 40 * 1024 }
/** The share of new scenes that requires new notes; with fewer, the old ones are good enough. */
const CHANGED = 0.2

type Noted = { text: string; synopses: Memory['synopses']; tokens: number }

/** What the model has to read for notes on a text: nothing if it is short or has hardly changed. */
function notes({ text, synopses, tokens }: Noted) {
  const scenes = numberedScenes(text).filter(({ id }) => id > 0)
  const hashes = new Map(scenes.map((scene) => [scene.id, sceneHash(text, scene)]))
  const missing = scenes.filter(({ id }) => !synopses.has(hashes.get(id) ?? ''))
  const isLong = scenes.length > LONG.scenes || Buffer.byteLength(text) > LONG.bytes
  const due = isLong && missing.length >= scenes.length * CHANGED ? missing : []
  return {
    hashes,
    prompts: batchesOf(text, due, tokens),
    scenes: due.length,
  }
}

type ForNotes = Omit<NotesInput, 'memory'> & { synopses: Record<string, string> | null }

function notesPromptOf({ synopses, ...input }: ForNotes) {
  const memory = synopses ? scriptMemory(input.script, memoryOf({ synopses })) : null
  return notesPrompt({ ...input, memory })
}

const proposals = (read: { answer: string; script: string; scenes: number[] }) =>
  readProposals(read.answer, read.script, read.scenes)

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
  notes,
  readingParts,
  biblePrompt,
  proposals,
  notesPrompt: notesPromptOf,
  marginNotes: readMarginNotes,
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
