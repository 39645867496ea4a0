import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '../../database/listener.ts'
import type { Catalogue } from './catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

/** Supabase's own channel: whoever changes the schema by hand says it there. */
const CHANNEL = 'pgrst'

/** The catalogue as it was last read; requests never wait for a newer one. */
export class CatalogueCache {
  readonly #pool: Pool
  readonly #log: Logger
  #current: Catalogue
  #reading = false
  #stale = false

  private constructor(pool: Pool, log: Logger, first: Catalogue) {
    this.#pool = pool
    this.#log = log
    this.#current = first
  }

  static async open(pool: Pool, listener: Listener, log: Logger): Promise<CatalogueCache> {
    const cache = new CatalogueCache(pool, log, await readCatalogue(pool))
    await listener.listen(CHANNEL, (payload) => {
      if (payload === '' || payload === 'reload schema') void cache.#reload()
    })
    listener.onReconnect(() => void cache.#reload())
    return cache
  }

  get current(): Catalogue {
    return this.#current
  }

  /** A change announced while reading is read too: the last word is always the newest. */
  async #reload(): Promise<void> {
    this.#stale = true
    if (this.#reading) return
    this.#reading = true
    try {
      while (this.#stale) {
        this.#stale = false
        this.#current = await readCatalogue(this.#pool)
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the schema could not be read again')
    } finally {
      this.#reading = false
    }
  }
}
