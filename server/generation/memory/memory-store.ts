import type { Pool } from 'pg'
import { type Memory, memoryOf, type StoredMemory } from './memory.ts'

/** A text whose memory may be out of date. */
export type ClaimedText = Memory & {
  userId: string
  workId: string
  text: string
  textHash: string
}

type Cost = { model: string; inputTokens: number; outputTokens: number; cachedInputTokens: number }

type Row = StoredMemory & { user_id: string; work_id: string; text: string; text_hash: string }

export class MemoryStore {
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
    { synopses, characters }: Memory,
    isFinished: boolean,
    { model, inputTokens, outputTokens, cachedInputTokens }: Cost,
  ): Promise<void> {
    await this.#pool.query(
      'select private.store_script_memory($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        userId,
        workId,
        isFinished ? textHash : null,
        JSON.stringify(Object.fromEntries(synopses)),
        JSON.stringify(characters),
        model,
        inputTokens,
        outputTokens,
        cachedInputTokens,
      ],
    )
  }
}
