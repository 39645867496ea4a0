export type Template =
  | 'recovery'
  | 'confirmation'
  | 'account_approved'
  | 'new_account_waiting'
  | 'password_changed'
  | 'new_device'
  | 'second_factor_added'
  | 'second_factor_removed'
  | 'invitation'

/** A rendered mail to one recipient. */
export type Message = {
  /** The row's id, the same for every attempt. */
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
  /** Also aborts the current delivery, which then fails. */
  close(): Promise<void>
}

/** The message must not contain secrets: it is logged and stored. A permanent failure is not retried. */
export class DeliveryFailure extends Error {
  override name = 'DeliveryFailure'
  readonly permanent: boolean

  constructor(message: string, permanent = false) {
    super(message)
    this.permanent = permanent
  }
}

const domainOf = (address: string) => /@([^\s@<>]+)>?\s*$/.exec(address)?.[1] ?? 'localhost'

/** The mail in nodemailer's format. */
export const toNodemailer = ({ id, queuedAt, from, to, subject, text, html }: Message) => ({
  from,
  // As an object, so that an address with a comma is not split.
  to: { name: '', address: to },
  subject,
  text,
  html,
  date: queuedAt,
  // The same for every attempt, so that receivers can drop duplicates.
  messageId: `<${id}@${domainOf(from)}>`,
  headers: { 'Auto-Submitted': 'auto-generated' },
  // Nodemailer must never read files or URLs into a mail, whatever its data says.
  disableFileAccess: true,
  disableUrlAccess: true,
})
