import type {
  DraftRow,
  DraftServer,
  ServerText,
} from '../../../../web/features/document/sync/draft-server.ts'
import { runsOf, type Step } from '../../../../web/features/document/sync/runs.ts'
import { textOf } from '../../../../web/features/document/text/changes.ts'
import { textHash } from '../../../../web/features/document/sync/text-hash.ts'
import { RequestError } from '../../../../web/lib/backend/request-error.ts'

const refused = (message: string, status: number) =>
  new RequestError(message, `PT${status}`, false, status)

/** Keeps one text as keep_draft does, in memory. */
export class FakeServer implements DraftServer {
  revision: number
  text: string
  readonly versions: string[] = []
  /** Names of the calls, and the highest number of concurrent requests. */
  readonly calls: string[] = []
  most = 0
  /** What happens to requests; the server handles `lost` ones, but their responses never arrive. */
  network: 'up' | 'down' | 'lost' = 'up'
  refusal: RequestError | null = null
  latency = 0
  /** Announcements are lost. */
  isSilent = false
  #running = 0
  #listeners = new Set<(row?: DraftRow) => void>()
  #row: DraftRow | null = null
  /** Every text that it had. */
  readonly #texts: ServerText[]

  constructor(text = '', revision = 1) {
    this.text = text
    this.revision = revision
    this.#texts = [{ revision, text, request: null }]
  }

  async #request<Answer>(name: string, answer: () => Promise<Answer>): Promise<Answer> {
    this.calls.push(name)
    this.#running += 1
    this.most = Math.max(this.most, this.#running)
    try {
      if (this.latency > 0) await new Promise((resolve) => setTimeout(resolve, this.latency))
      if (this.network === 'down') throw new RequestError('Failed to fetch', '', true)
      if (this.refusal) throw this.refusal
      const value = await answer()
      if (this.network === 'lost') throw new RequestError('Failed to fetch', '', true)
      return value
    } finally {
      this.#running -= 1
    }
  }

  keep(revision: number, steps: Step[], hash: string): Promise<number> {
    return this.#request('keep', async () => {
      if (revision !== this.revision) throw refused('draft_changed', 409)
      if (steps.length > 100) throw refused('changes_are_invalid', 400)
      const runs = runsOf(this.text, steps)
      const after = runs.at(-1)?.after
      const text = after ? textOf(after) : this.text
      if ((await textHash(text)) !== hash) throw refused('text_hash_differs', 400)
      this.versions.push(...runs.filter((run) => run.isVersion).map((run) => textOf(run.after)))
      await this.set(text, steps)
      return this.revision
    })
  }

  /** Changes the text, as another tab or an answer to a request does, and announces it. */
  async set(
    text: string,
    changes: Step[] | null = null,
    request: string | null = null,
  ): Promise<void> {
    this.text = text
    this.revision += 1
    const { revision } = this
    this.#texts.push({ revision, text, request })
    const steps =
      request === null ? changes : (changes?.map((step) => ({ ...step, request })) ?? null)
    this.#row = { revision, text_hash: await textHash(text), changes: steps }
    if (this.isSilent) return
    for (const listener of this.#listeners) listener(this.#row)
  }

  /** As draft_texts does. */
  read(since: number, requests: string[]): Promise<ServerText[] | null> {
    return this.#request('read', async () => {
      if (this.revision === 0) return null
      const now = { revision: this.revision, text: this.text, request: null }
      const made = this.#texts.filter(({ revision }) => revision > since)
      const isAsked = (one: ServerText | undefined) =>
        one !== undefined && one.request !== null && requests.includes(one.request)
      const around = made.flatMap((one, at) => {
        if (isAsked(one)) return [one]
        return isAsked(made[at + 1]) ? [{ ...one, request: null }] : []
      })
      return around.at(-1)?.revision === this.revision ? around : [...around, now]
    })
  }

  readRow() {
    return this.#request('row', async () => {
      if (this.revision === 0) return null
      const { revision } = this
      return this.#row ?? { revision, text_hash: await textHash(this.text), changes: null }
    })
  }

  follow(onRow: (row?: DraftRow) => void): () => void {
    this.#listeners.add(onRow)
    return () => this.#listeners.delete(onRow)
  }

  /** Notifies without a row, as when the live connection is back or the row is gone. */
  reconnect(): void {
    for (const listener of this.#listeners) listener()
  }
}
