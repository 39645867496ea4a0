import { openPostOffice } from '../../integration/mail/post-office.ts'

type Office = Awaited<ReturnType<typeof openPostOffice>>

/** A post office that closes and opens again at the same address. */
export class Letterbox {
  readonly url: string
  #office: Office
  readonly #before: Office['letters'] = []

  private constructor(office: Office) {
    this.#office = office
    this.url = office.url
  }

  static async open(): Promise<Letterbox> {
    return new Letterbox(await openPostOffice())
  }

  close(): Promise<void> {
    return this.#office.close()
  }

  async reopen(): Promise<void> {
    this.#before.push(...this.#office.letters)
    this.#office = await openPostOffice({ port: this.#office.port })
  }

  /** How many letters somebody has received. */
  countFor(address: string): number {
    return [...this.#before, ...this.#office.letters].filter(({ to }) =>
      to?.some((recipient) => recipient.address === address),
    ).length
  }
}
