import type { Logger } from 'pino'
import type { PromptContext } from '../../../contract/generation.ts'
import { unknownUsage, type Usage, type Writer, WritingFailure } from '../../ai/writer.ts'
import { refusal } from '../../common/failures.ts'
import { isNoteReader } from '../../../contract/reading.ts'
import { isOutage } from '../../database/unavailable.ts'
import { errorCodeOf, isStopping } from '../attempt.ts'
import type { JobModels } from '../job-models.ts'
import { persist } from '../persist.ts'
import type { ContextBudget } from '../prompt/context-budget.ts'
import type { TextWork } from '../texts/text-work.ts'
import type { Part, ReadingWork, WorkQueue } from '../work-queue.ts'

type Options = {
  queue: WorkQueue
  models: JobModels
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
  options: Options,
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
    let { context } = work
    for (const [part, planned] of work.parts.entries()) {
      if (part < work.parts_read) continue
      context = await readPart(work, part, planned, { ...options, writer, context }, abort)
    }
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

type Reading = Options & { writer: Writer; context: PromptContext | null }

/** Returns what the model was given so far. */
async function readPart(
  work: ReadingWork,
  part: number,
  planned: Part,
  reading: Reading,
  abort: AbortController,
): Promise<PromptContext | null> {
  const { queue, budget, writer } = reading
  const { signal } = abort
  const timeout = setTimeout(() => abort.abort('deadline'), PART_TIMEOUT)
  try {
    const ask = work.reader === 'bible' ? askForEntries : askForNotes
    const { built, store } = await ask(work, part, planned, reading, signal)
    const prompt = { ...built.prompt, userId: work.user_id }
    // Before it is sent: whatever happens from here on, the call is paid for.
    if (!(await persist(() => queue.sendPart(work, part)))) endsElsewhere(abort)
    const { answer, usage } = await answerOf(writer, prompt, signal)
    budget.learn(writer.name, built.tokens, usage.inputTokens)
    const given = writer.ignoresExamples ? null : sumOf(reading.context, built.context)
    if (!(await store(answer, given, usage))) endsElsewhere(abort)
    return given
  } finally {
    clearTimeout(timeout)
  }
}

function endsElsewhere(abort: AbortController): never {
  abort.abort('ended')
  throw new WritingFailure('aborted')
}

type Store = (answer: string, context: PromptContext | null, usage: Usage) => Promise<boolean>

/** The bible's reader: proposes entries. */
async function askForEntries(
  work: ReadingWork,
  part: number,
  { scenes, hashes }: Part,
  { queue, texts, budget, writer }: Reading,
  signal: AbortSignal,
) {
  const { entries: known, rejected } = await persist(() => queue.bibleToRead(work))
  const script = work.current_script
  const tokens = budget.tokensFor(writer.name)
  const question = { script, scenes, known, rejected, tokens }
  const built = await texts.do(work.user_id, 'biblePrompt', question, signal)
  const store: Store = async (answer, context, usage) => {
    const found = await texts.do(work.user_id, 'proposals', { answer, script, scenes }, signal)
    return persist(() =>
      queue.storeProposals(work, { part, hashes, ...found, context }, writer.name, usage),
    )
  }
  return { built, store }
}

/** All other readers: they write notes. */
async function askForNotes(
  work: ReadingWork,
  part: number,
  { scenes, hashes, target }: Part,
  { queue, texts, budget, writer }: Reading,
  signal: AbortSignal,
) {
  const told = await persist(() => queue.notesToRead(work))
  if (!told) throw new WritingFailure('aborted')
  const { entries: bible, noted, own, synopses } = told
  if (own === null && !isNoteReader(work.reader)) throw refusal(404, 'reader_not_found')
  const { reader, current_script: script } = work
  const asked = { script, reader, scenes, target, bible, noted }
  const isLast = part === work.parts.length - 1
  const tokens = budget.tokensFor(writer.name)
  const built = await texts.do(
    work.user_id,
    'notesPrompt',
    { ...asked, own, synopses, isLast, tokens },
    signal,
  )
  const store: Store = async (answer, context, usage) => {
    const said = await texts.do(work.user_id, 'marginNotes', { ...asked, answer }, signal)
    const summary = isLast ? said.summary : null
    for (let tries = 1; ; tries += 1) {
      const now = await persist(() => queue.textOfReading(work))
      if (!now) return false
      const placing = { notes: said.notes, read: script, now: now.text }
      const placed = await texts.do(work.user_id, 'placeNotes', placing, signal)
      const found = {
        part,
        hashes,
        summary,
        context,
        notes: placed.notes,
        dropped: said.dropped + placed.dropped,
        judgedHash: tries < TRIES ? now.text_hash : null,
      }
      const outcome = await persist(() => queue.storeNotes(work, found, writer.name, usage))
      if (outcome !== 'text_changed') return outcome === 'stored'
    }
  }
  return { built, store }
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
