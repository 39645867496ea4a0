export type Template =
  | 'recovery'
  | 'confirmation'
  | 'account_approved'
  | 'new_account_waiting'
  | 'password_changed'
  | 'new_device'

/** A mail as a transport gets it: finished, for one recipient. */
export type Message = {
  /** The row's id, the same at every attempt. */
  id: string
  queuedAt: Date
  from: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

export type Transport = {
  deliver(message: Message): Promise<void>
  /** Ends what is under way too: its delivery then fails. */
  close(): void
}

/** Why a mail was not delivered, in words that hold no secret; permanent means: no use trying again. */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure'
  readonly permanent: boolean

  constructor(message: string, permanent = false) {
    super(message)
    this.permanent = permanent
  }
}

const domainOf = (address: string) => /@([^\s@<>]+)>?\s*$/.exec(address)?.[1] ?? 'localhost'

/** What nodemailer makes a mail of. */
export const composed = ({ id, queuedAt, from, to, subject, text, html }: Message) => ({
  from,
  // As an object: an address with a comma in it must not become two.
  to: { name: '', address: to },
  subject,
  text,
  html,
  date: queuedAt,
  // A crash between the server's yes and our commit sends a mail again: with the same Message-ID,
  // by which the receiver can drop the twin.
  messageId: `<${id}@${domainOf(from)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  // Nothing in a mail is ever fetched from somewhere, whatever its data says.
  disableFileAccess: true,
  disableUrlAccess: true,
})
