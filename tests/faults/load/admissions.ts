import { Failure, Site } from '../../../bench/load/site.ts'
import type { Fixture } from './fixture.ts'

/** An administrator who lets a guest in again and again; each time the server promises a mail. */
export class Admissions {
  readonly #guest: string
  readonly #site: Site
  promised = 0

  constructor({ servers, admin, guest, anonKey }: Fixture) {
    this.#guest = guest.id
    const headers = { apikey: anonKey, authorization: `Bearer ${admin.token}` }
    this.#site = new Site(servers.at(-1)?.url ?? '', headers)
  }

  async letIn(): Promise<void> {
    try {
      await this.#site.post('/rest/v1/rpc/restrict_user', { user_id: this.#guest })
      await this.#site.post('/rest/v1/rpc/approve_user', { user_id: this.#guest })
      this.promised += 1
    } catch (error) {
      if (!(error instanceof Failure)) throw error
    }
  }

  close(): void {
    this.#site.close()
  }
}
