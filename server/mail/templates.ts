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

const textIn = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise

const whenAndWhere = ({ at, address }: Data) => {
  const time = new Date(textIn(at, '')).toUTCString()
  return `Time: ${time}. Address: ${textIn(address, 'unknown')}.`
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
  password_changed: (data, siteUrl) => ({
    subject: 'Your Script Writer password was changed',
    greeting:
      'The password of your Script Writer account was changed, and all other devices were signed out.',
    action: { label: 'Open Script Writer', link: `${siteUrl}/login` },
    notes: [
      whenAndWhere(data),
      'If this was not you, choose "Forgot password?" on the sign-in page at once.',
    ],
  }),
  new_device: (data, siteUrl) => ({
    subject: 'New sign-in to your Script Writer account',
    greeting: `Somebody signed in to your Script Writer account from a new device: ${textIn(data['device'], 'Unknown device')}.`,
    action: { label: 'Open Script Writer', link: `${siteUrl}/login` },
    notes: [
      whenAndWhere(data),
      'If this was you, there is nothing to do. If not, change your password: that signs out every other device.',
      'You get at most one of these mails an hour.',
    ],
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
