import type { Logger } from 'pino'
import type { PromptContext } from '../../../contract/generation.ts'
import { unknownUsage, type Usage, type Writer, WritingFailure } from '../../ai/writer.ts'
import { refusal } from '../../common/failures.ts'
import { isNoteReader } from '../../../contract/reading.ts'
import { isOutage } from '../../database/unavailable.ts'
import { errorCodeOf, isStopping } from './attempt.ts'
import type { JobModels } from './job-models.ts'
import { persist } from './persist.ts'
import type { ContextBudget } from '../prompt/context-budget.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { ReadingWork, WorkQueue } from './work-queue.ts'
import type { Found, Part } from '../readings/reading.ts'
import { SUMMARIES } from '../readings/summaries.ts'

type Options<Choice extends keyof JobModels> = {
  queue: WorkQueue
  models: Pick<JobModels, Choice>
  budget: ContextBudget
  texts: TextWork
  log: Logger
}

type AbortReason = 'ended' | 'shutdown' | 'deadline'

/** Must fit several times into a lease. */
const HEARTBEAT = 5_000
/** As the database allows for each part. */
const PART_TIMEOUT = 7 * 60_000
/** How often notes are placed again because the text changed in between. */
const TRIES = 10
/** Far more than the rules ask for; a model that writes more is cut off. */
const MAX_ANSWER = 64 * 1024

/** Reads the parts of a script that were not read yet, and stores what each yields before the next begins. */
export async function runReading(
  work: ReadingWork,
  options: Options<'forJob'>,
  abort: AbortController,
): Promise<void> {
  const { queue, log } = options
  const entry = { job: work.id, attempt: work.attempt }
  const heartbeat = setInterval(() => {
    queue
      .progress(work, { offset: 0, text: '' })
      .then((isOurs) => isOurs || abort.abort('ended'))
      .catch((error: unknown) => log.warn({ ...entry, err: error }, 'could not renew a lease'))
  }, HEARTBEAT)
  try {
    // The text was deleted.
    if (work.parts_read === null) throw new WritingFailure('aborted')
    const writer = await options.models.forJob(work)
    await readParts(work, { ...options, writer }, abort)
    await persist(() => queue.completeReading(work))
    log.info(entry, 'reading completed')
  } catch (error) {
    const reason = abort.signal.reason as AbortReason | undefined
    if (reason === 'ended') return
    if (reason === 'shutdown' || isOutage(error) || isStopping(error)) {
      await persist(() => queue.release(work))
      return
    }
    const code = errorCodeOf(error, reason)
    if (code === 'unexpected_failure') log.error({ ...entry, err: error }, 'reading failed')
    else log.info({ ...entry, code }, 'reading failed')
    await persist(() => queue.fail(work, code, { offset: 0, text: '' }, null))
  } finally {
    clearInterval(heartbeat)
  }
}

/** The most calls for the summaries of one script. */
const MAX_SUMMARY_PARTS = 25

/**
 * Summarizes the scenes of the next long script in the background, for the outline in prompts; false if there is none.
 * What was stored before a failure stays, and the script is claimed again later.
 */
export async function summarizeNext(
  options: Options<'byDefault'>,
  abort: AbortController,
): Promise<boolean> {
  const { queue, models, budget, texts, log } = options
  const writer = await models.byDefault()
  // The demo reads the script itself and needs no summaries.
  if (writer.readsScript) return false
  const claimed = await queue.claimSummaries()
  if (!claimed) return false
  const question = {
    text: claimed.current_script,
    reader: claimed.reader,
    own: null,
    scenes: null,
    target: null,
    read: new Set(Object.keys(claimed.synopses)),
    tokens: budget.tokensFor(writer.name),
  }
  const planned = await texts.do(claimed.user_id, 'readingParts', question, abort.signal)
  const parts = planned.parts.slice(0, MAX_SUMMARY_PARTS)
  await readParts({ ...claimed, parts }, { ...options, writer }, abort)
  await persist(() => queue.completeSummaries(claimed))
  const scenes = parts.reduce((sum, part) => sum + part.scenes.length, 0)
  if (scenes > 0) log.info({ scenes }, 'summarized the scenes of a script')
  return true
}

type Reading = Options<never> & { writer: Writer }

/** Reads the parts that were not read yet. */
async function readParts(
  work: ReadingWork,
  reading: Reading,
  abort: AbortController,
): Promise<void> {
  let { context } = work
  for (const [at, part] of work.parts.entries()) {
    if (at < (work.parts_read ?? 0)) continue
    context = await readPart(work, { at, part, context }, reading, abort)
  }
}

type PartToRead = { at: number; part: Part; context: PromptContext | null }

/** Returns what the model was given so far. */
async function readPart(
  work: ReadingWork,
  { at, part, context }: PartToRead,
  { queue, texts, budget, writer }: Reading,
  abort: AbortController,
): Promise<PromptContext | null> {
  const { signal } = abort
  const timeout = setTimeout(() => abort.abort('deadline'), PART_TIMEOUT)
  try {
    const { reader, user_id: userId, current_script: script } = work
    const told = await persist(() => queue.toldTo(work))
    if (!told) throw new WritingFailure('aborted')
    // One of the writer's own.
    if (told.own === null && !isNoteReader(reader)) throw refusal(404, 'reader_not_found')
    const isLast = at === work.parts.length - 1
    const asked = { ...told, script, reader, part, isLast, tokens: budget.tokensFor(writer.name) }
    const built = await texts.do(userId, 'readingPrompt', asked, signal)
    // Before it is sent: whatever happens from here on, the call is paid for. Its writer did not ask for summaries.
    const isOurs = reader === SUMMARIES || (await persist(() => queue.sendPart(work, at)))
    if (!isOurs) endsElsewhere(abort)
    const { answer, usage } = await answerOf(writer, { ...built.prompt, userId }, signal)
    budget.learn(writer.name, built.tokens, usage.inputTokens)
    const given = writer.ignoresExamples ? null : sumOf(context, built.context)
    const yielded = await texts.do(userId, 'readAnswer', { ...asked, answer }, signal)
    for (let tries = 1; ; tries += 1) {
      const now = yielded.notes && (await persist(() => queue.textOfReading(work)))
      const found = now ? await placed(yielded, script, now.text) : yielded
      const judgedHash = now && tries < TRIES ? now.text_hash : null
      const outcome = await persist(() =>
        queue.storePart(work, { part: at, context: given, found, judgedHash }, writer.name, usage),
      )
      if (outcome === 'ended') endsElsewhere(abort)
      if (outcome === 'stored') return given
    }
  } finally {
    clearTimeout(timeout)
  }

  /** The notes at their places in the text of now. */
  async function placed(yielded: Found, read: string, now: string): Promise<Found> {
    const placing = { notes: yielded.notes ?? [], read, now }
    const { notes, dropped } = await texts.do(work.user_id, 'placeNotes', placing, signal)
    return { ...yielded, notes, dropped: yielded.dropped + dropped }
  }
}

function endsElsewhere(abort: AbortController): never {
  abort.abort('ended')
  throw new WritingFailure('aborted')
}

async function answerOf(
  writer: Writer,
  prompt: Parameters<Writer['write']>[0],
  signal: AbortSignal,
) {
  let answer = ''
  let usage: Usage = unknownUsage
  for await (const part of writer.write(prompt, signal)) {
    if (part.type === 'end') ({ usage } = part)
    else answer += part.text
    if (answer.length > MAX_ANSWER) break
  }
  return { answer: answer.slice(0, MAX_ANSWER), usage }
}

/** What several calls were given, as one. */
function sumOf(before: PromptContext | null, now: PromptContext): PromptContext {
  if (before === null) return now
  const parts = now.parts.map((part) => {
    const {
      tokens = 0,
      count = 0,
      of = 0,
    } = before.parts.find(({ kind }) => kind === part.kind) ?? {}
    const sums = { tokens: tokens + part.tokens, count: count + part.count, of: of + part.of }
    // They are the same ones each time.
    return part.kind === 'bible' || part.kind === 'notes'
      ? { ...part, tokens: sums.tokens }
      : { ...part, ...sums }
  })
  const missing = before.parts.filter(({ kind }) => !parts.some((part) => part.kind === kind))
  return { tokens: before.tokens + now.tokens, parts: [...missing, ...parts] }
}
