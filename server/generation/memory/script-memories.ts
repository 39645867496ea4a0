import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type Prompt, unknownUsage, type Writer } from '../../ai/writer.ts'
import { WakeLoop } from '../../common/wake-loop.ts'
import { rowInput } from '../../database/row-input.ts'
import type { ContextBudget } from '../prompt/context-budget.ts'
import type { JobModels } from '../job-models.ts'
import type { TextWork } from '../texts/text-work.ts'
import { type Memory, memoryOf, type StoredMemory } from './memory.ts'
import { promptTokens } from './notes-prompt.ts'
import { readNotes } from './read-notes.ts'

/** A text whose memory may be out of date. */
type ClaimedText = Memory & {
  userId: string
  workId: string
  text: string
  textHash: string
}

type Cost = { model: string; inputTokens: number; outputTokens: number; cachedInputTokens: number }

type Row = StoredMemory & { user_id: string; work_id: string; text: string; text_hash: string }

class MemoryStore {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** Claims a text for ten minutes, during which no other process gets it. */
  async claim(): Promise<ClaimedText | undefined> {
    const { rows } = await this.#pool.query<Row>('select * from private.claim_script_memory()')
    const [row] = rows
    if (!row) return undefined
    const { user_id: userId, work_id: workId, text, text_hash: textHash } = row
    return { userId, workId, text, textHash, ...memoryOf(row) }
  }

  /** Unless it is finished, the text is claimed again later. */
  async store(
    { userId, workId, textHash }: ClaimedText,
    synopses: Memory['synopses'],
    isFinished: boolean,
    { model, inputTokens, outputTokens, cachedInputTokens }: Cost,
  ): Promise<void> {
    const { sql, value } = rowInput('noted_memory', {
      user_id: userId,
      work_id: workId,
      text_hash: isFinished ? textHash : null,
      synopses: Object.fromEntries(synopses),
      model,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cached_input_tokens: cachedInputTokens,
    })
    await this.#pool.query(`select private.store_script_memory(${sql})`, [value])
  }
}

type Options = {
  pool: Pool
  models: Pick<JobModels, 'byDefault'>
  budget: ContextBudget
  texts: TextWork
  log: Logger
}

const SWEEP_INTERVAL = 60_000
/** Must be less than the ten minutes for which a text is claimed. */
const TIMEOUT = 4 * 60_000
const MAX_PROMPTS = 25
/** Enough for forty synopses; a model that writes more is stopped. */
const MAX_ANSWER = 32 * 1024

/** Has the model take notes on long scripts in the background, for the outline in later prompts. */
export class ScriptMemories {
  readonly #options: Options
  readonly #store: MemoryStore
  readonly #stop = new AbortController()
  readonly #sweeps: WakeLoop

  constructor(options: Options) {
    const { log } = options
    this.#options = options
    this.#store = new MemoryStore(options.pool)
    this.#sweeps = new WakeLoop({
      round: async () => ((await this.rememberNext()) ? 0 : SWEEP_INTERVAL),
      onError: (error) => {
        if (this.#stop.signal.aborted) return undefined
        log.warn({ err: error }, 'could not take notes on a script')
        return SWEEP_INTERVAL
      },
    })
  }

  start(): void {
    this.#sweeps.wake()
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await this.#sweeps.stop()
  }

  /** Updates the notes of one text if they are out of date; false if there is no text to check. */
  async rememberNext(): Promise<boolean> {
    const writer = await this.#options.models.byDefault()
    // The demo reads the script itself and needs no notes.
    if (writer.readsScript) return false
    const claimed = await this.#store.claim()
    if (!claimed) return false
    await this.#takeNotes(writer, claimed)
    return true
  }

  /** Stores what was noted even if the model fails half way. */
  async #takeNotes(writer: Writer, claimed: ClaimedText): Promise<void> {
    const { budget, texts, log } = this.#options
    const { userId, text } = claimed
    const question = { text, synopses: claimed.synopses, tokens: budget.tokensFor(writer.name) }
    const stop = this.#stop.signal
    const { hashes, prompts, scenes } = await texts.do(userId, 'notes', question, stop)
    const synopses = new Map<string, string>()
    for (const hash of hashes.values()) {
      const known = claimed.synopses.get(hash)
      if (known !== undefined) synopses.set(hash, known)
    }
    const cost = { model: writer.name, inputTokens: 0, outputTokens: 0, cachedInputTokens: 0 }
    let isFinished = false
    try {
      const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(TIMEOUT)])
      for (const prompt of prompts.slice(0, MAX_PROMPTS)) {
        const { answer, usage } = await this.#ask(writer, prompt, signal)
        cost.inputTokens += usage.inputTokens ?? 0
        cost.outputTokens += usage.outputTokens ?? 0
        cost.cachedInputTokens += usage.cachedInputTokens ?? 0
        for (const [id, synopsis] of readNotes(answer, new Set(hashes.keys())))
          synopses.set(hashes.get(id) ?? '', synopsis)
      }
      isFinished = true
    } finally {
      await this.#store.store(claimed, synopses, isFinished, cost)
    }
    if (scenes > 0) log.info({ scenes, ...cost }, 'took notes on a script')
  }

  async #ask(writer: Writer, prompt: Prompt, signal: AbortSignal) {
    const { budget } = this.#options
    let answer = ''
    let usage = unknownUsage
    for await (const part of writer.write(prompt, signal)) {
      if (part.type === 'end') ({ usage } = part)
      else answer += part.text
      if (answer.length > MAX_ANSWER) break
    }
    budget.learn(writer.name, promptTokens(prompt), usage.inputTokens)
    return { answer, usage }
  }
}
