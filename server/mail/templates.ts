import { DeliveryFailure, type Template } from './message.ts'

/** The content of a mail, rendered both as text and as HTML. */
type Letter = {
  subject: string
  greeting: string
  /** The call to action. */
  action: { label: string; link: string }
  notes: string[]
}

const ENTITIES = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '')

const asText = ({ greeting, action, notes }: Letter): string =>
  [greeting, `${action.label}:\n${action.link}`, ...notes, '-- \nScript Writer'].join('\n\n')

const BODY =
  'margin:0;padding:32px 16px;background:#f6f5f2;color:#1f1e1b;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5'
const CARD = 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1f1e1b;color:#ffffff;border-radius:8px;text-decoration:none'
const SMALL = 'margin:16px 0 0;color:#5e5b54;font-size:14px;overflow-wrap:anywhere'

/** Inline styles and no external resources: many mail clients drop anything else. */
function asHtml({ subject, greeting, action, notes }: Letter): string {
  const link = escaped(action.link)
  const small = [...notes.map(escaped), `If the button doesn't work, open this link: ${link}`]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="${BODY}">
<div style="${CARD}">
<p style="margin:0 0 24px;font-weight:600">Script Writer</p>
<p style="margin:0 0 24px">${escaped(greeting)}</p>
<p style="margin:0 0 24px"><a href="${link}" style="${BUTTON}">${escaped(action.label)}</a></p>
${small.map((note) => `<p style="${SMALL}">${note}</p>`).join('\n')}
</div>
</body>
</html>
`
}

type Data = Readonly<Record<string, unknown>>
type Rendered = { subject: string; text: string; html: string; links: string[] }

/** Only http and https links are allowed. */
function linkIn({ link }: Data): string {
  if (typeof link === 'string' && /^https?:\/\/[^\s]+$/.test(link)) return link
  throw new DeliveryFailure('the mail has no valid link', true)
}

/** The token of a link, whose URL this module builds. */
function tokenIn({ token }: Data): string {
  if (typeof token === 'string' && /^[0-9a-f]{64}$/.test(token)) return token
  throw new DeliveryFailure('the mail has no valid token', true)
}

/** An administrator's mail has only the token, because the database does not know the site's URL. */
const resetLink = (data: Data, siteUrl: string) =>
  data['byAdministrator'] === true
    ? `${siteUrl}/auth/v1/verify?token=${tokenIn(data)}&type=recovery`
    : linkIn(data)

const textIn = (value: unknown, otherwise: string) =>
  typeof value === 'string' && value !== '' ? value : otherwise

const whenAndWhere = ({ at, address, byAdministrator }: Data) => {
  const time = `Time: ${new Date(textIn(at, '')).toUTCString()}.`
  return byAdministrator === true ? time : `${time} Address: ${textIn(address, 'unknown')}.`
}

const letters: Readonly<Record<Template, (data: Data, siteUrl: string) => Letter>> = {
  recovery: (data, siteUrl) => ({
    subject: 'Reset your Script Writer password',
    greeting:
      data['byAdministrator'] === true
        ? 'An administrator sent you this link to choose a new password for your Script Writer account.'
        : 'Someone (hopefully you) asked to reset the password of your Script Writer account.',
    action: { label: 'Choose a new password', link: resetLink(data, siteUrl) },
    notes: [
      'The link works once and expires in an hour.',
      "If you didn't ask for this, ignore this email: your password stays the same.",
    ],
  }),
  confirmation: (data) => ({
    subject: 'Confirm your e-mail address for Script Writer',
    greeting: 'Welcome to Script Writer. Please confirm your e-mail address.',
    action: { label: 'Confirm your address', link: linkIn(data) },
    notes: [
      'Only the newest of these links works, with the password of the newest sign-up.',
      "If you didn't sign up just now, ignore this email.",
    ],
  }),
  invitation: (data, siteUrl) => ({
    subject: 'You are invited to Script Writer',
    greeting: `${textIn(data['inviter'], 'An administrator')} invites you to write screenplays with Script Writer. Choose a password, and you can start at once.`,
    // In the URL fragment, so that the token appears in no log and no referrer.
    action: { label: 'Create your account', link: `${siteUrl}/signup#invitation=${tokenIn(data)}` },
    notes: [
      `The link works once, for this address, until ${new Date(textIn(data['expires'], '')).toUTCString()}.`,
      "If you don't want an account, ignore this email.",
    ],
  }),
  account_approved: (_data, siteUrl) => ({
    subject: 'Your Script Writer account is approved',
    greeting: 'Good news: your account has been approved. You can start writing now.',
    action: { label: 'Sign in', link: `${siteUrl}/login` },
    notes: [],
  }),
  new_account_waiting: (_data, siteUrl) => ({
    subject: 'A new Script Writer account is waiting for approval',
    greeting: 'Someone signed up for Script Writer and is waiting for your approval.',
    action: { label: 'Review new accounts', link: `${siteUrl}/admin` },
    notes: ['You get at most one of these emails an hour, however many people sign up.'],
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
    greeting: `Someone signed in to your Script Writer account from a new device: ${textIn(data['device'], 'Unknown device')}.`,
    action: { label: 'Open Script Writer', link: `${siteUrl}/login` },
    notes: [
      whenAndWhere(data),
      'If this was you, there is nothing to do. If not, change your password: that signs out every other device.',
      'You get at most one of these emails an hour.',
    ],
  }),
  second_factor_added: (data, siteUrl) => ({
    subject: 'A second factor was added to your Script Writer account',
    greeting:
      'An authenticator app was added to your Script Writer account. From now on you need its code to sign in.',
    action: { label: 'Open Script Writer', link: `${siteUrl}/login` },
    notes: [
      whenAndWhere(data),
      'If this was not you, choose "Forgot password?" on the sign-in page and tell your administrator at once.',
    ],
  }),
  second_factor_removed: (data, siteUrl) => ({
    subject: 'The second factor of your Script Writer account was removed',
    greeting:
      data['byAdministrator'] === true
        ? 'An administrator removed the second factor of your Script Writer account and signed you out everywhere. Your password alone is enough to sign in until you set up another one.'
        : 'An authenticator app was removed from your Script Writer account.',
    action: { label: 'Open Script Writer', link: `${siteUrl}/login` },
    notes: [
      whenAndWhere(data),
      'If you did not expect this, change your password and set up a second factor again.',
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
