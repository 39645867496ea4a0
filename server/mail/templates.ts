import { asHtml, asText, type Letter } from './letter.ts'
import { DeliveryFailure } from './message.ts'
import type { Template } from './message.ts'

type Data = Readonly<Record<string, unknown>>
type Rendered = { subject: string; text: string; html: string; links: string[] }

/** Only an address of the web may become something to click. */
function linkIn({ link }: Data): string {
  if (typeof link === 'string' && /^https?:\/\/[^\s]+$/.test(link)) return link
  throw new DeliveryFailure('the data of the mail has no link', true)
}

const letters: Readonly<Record<Template, (data: Data, siteUrl: string) => Letter>> = {
  recovery: (data) => ({
    subject: 'Reset your Script Writer password',
    greeting: 'Somebody, hopefully you, asked for a new password for your Script Writer account.',
    action: { label: 'Choose a new password', link: linkIn(data) },
    notes: [
      'The link is valid for one hour and works once.',
      'If you did not ask for this, ignore this mail: your password stays as it is.',
    ],
  }),
  confirmation: (data) => ({
    subject: 'Confirm your e-mail address for Script Writer',
    greeting: 'Welcome to Script Writer. Please confirm that this e-mail address is yours.',
    action: { label: 'Confirm the address', link: linkIn(data) },
    notes: ['If you did not sign up, ignore this mail.'],
  }),
  account_approved: (_data, siteUrl) => ({
    subject: 'Your Script Writer account is approved',
    greeting: 'Good news: your account is approved, and you can start to write.',
    action: { label: 'Sign in', link: `${siteUrl}/login` },
    notes: [],
  }),
  new_account_waiting: (_data, siteUrl) => ({
    subject: 'A new Script Writer account is waiting',
    greeting: 'Somebody signed up for Script Writer and waits for your approval.',
    action: { label: 'See who is waiting', link: `${siteUrl}/admin` },
    notes: ['You get at most one of these mails an hour, however many sign up.'],
  }),
}

export function render(template: Template, data: Data, siteUrl: string): Rendered {
  const letter = letters[template](data, siteUrl.replace(/\/+$/, ''))
  return {
    subject: letter.subject,
    text: asText(letter),
    html: asHtml(letter),
    links: [letter.action.link],
  }
}
