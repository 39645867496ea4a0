import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Listener } from '../../database/listener.ts'
import { WakeLoop } from '../../common/wake-loop.ts'
import type { Catalogue } from './catalogue.ts'
import { readCatalogue } from './read-catalogue.ts'

/** PostgREST's own channel: `notify pgrst` after a schema change works here too. */
const CHANNEL = 'pgrst'

/** The schema as last read. Requests use it as it is and never wait for a reload. */
export class CatalogueCache {
  #current: Catalogue
  readonly #reload: WakeLoop

  private constructor(pool: Pool, log: Logger, first: Catalogue) {
    this.#current = first
    this.#reload = new WakeLoop({
      round: async () => {
        this.#current = await readCatalogue(pool)
        return undefined
      },
      // Reconnecting to the database triggers another reload.
      onError: (error) => {
        log.warn({ err: error }, 'could not reload the schema')
        return undefined
      },
    })
  }

  static async open(pool: Pool, listener: Listener, log: Logger): Promise<CatalogueCache> {
    const cache = new CatalogueCache(pool, log, await readCatalogue(pool))
    await listener.listen(CHANNEL, (payload) => {
      if (payload === '' || payload === 'reload schema') cache.#reload.wake()
    })
    listener.onReconnect(() => cache.#reload.wake())
    return cache
  }

  get current(): Catalogue {
    return this.#current
  }
}
