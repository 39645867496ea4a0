import type { Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { html, raw } from 'hono/html'
import type { OutboxMail } from '../../mail/file-transport.ts'
import type { Environment } from '../request-context.ts'
import { hasBearer, isSameToken } from './operations.ts'

export type OutboxPageOptions = {
  token: string
  readOutbox: () => Promise<OutboxMail[]>
}

const COOKIE = 'outbox'

type Markup = ReturnType<typeof html>

/** Inline, because the page is not part of the web build. */
const STYLE = `
  body { max-width: 720px; margin: 48px auto; padding: 0 16px; font: 15px/1.5 system-ui, sans-serif;
    background: light-dark(#faf8f4, #15130f); color: light-dark(#1d1a16, #ece6da) }
  h1 { font-size: 24px; line-height: 1.2 } h2 { font-size: 17px } ul { padding: 0; list-style: none }
  li { padding: 12px 0; border-bottom: 1px solid light-dark(#e4ddd1, #342f28); overflow-wrap: anywhere }
  small { color: light-dark(#625b50, #a99f8f) } a { color: light-dark(#b53d0b, #f0763c) }`

const page = (title: string, body: Markup) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Script Writer</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`

const LIST_NOTE = 'No mail server is configured. Mail is kept here and was not sent.'

const list = (mails: OutboxMail[]) => html`<p>${LIST_NOTE}</p>
${mails.length === 0 ? html`<p>No mail yet.</p>` : ''}
<ul>
${mails.map(
  ({ name, subject, to, time }) => html`<li>
<a href="/outbox/${encodeURIComponent(name)}">${subject}</a><br>
<small>to ${to}, <time datetime="${time}">${time}</time></small>
</li>`,
)}
</ul>`

const one = ({
  to,
  time,
  text,
  links,
}: OutboxMail) => html`<p>To ${to}, <time datetime="${time}">${time}</time></p>
<pre style="white-space:pre-wrap;overflow-wrap:anywhere">${text}</pre>
<h2>Links</h2>
<ul>
${links
  .filter((link) => /^https?:\/\//.test(link))
  .map((link) => html`<li><a style="overflow-wrap:anywhere" href="${link}">${link}</a></li>`)}
</ul>
<p><a href="/outbox">All mail</a></p>`

/**
 * Shows the mail that was written to files, for lack of a mail server, to whoever has the token. The printed
 * link moves the token into a cookie, out of the address bar and the history.
 */
export function outboxPage(app: Hono<Environment>, { token, readOutbox }: OutboxPageOptions): void {
  const mailsFor = async (c: Context<Environment>): Promise<OutboxMail[] | undefined> =>
    hasBearer(c, token) || isSameToken(getCookie(c, COOKIE), token) ? readOutbox() : undefined

  app.get('/outbox', async (c) => {
    if (isSameToken(c.req.query('token'), token)) {
      setCookie(c, COOKIE, token, { path: '/outbox', httpOnly: true, sameSite: 'Strict' })
      return c.redirect('/outbox', 303)
    }
    const mails = await mailsFor(c)
    return mails ? c.html(page('Outbox', list(mails))) : c.notFound()
  })

  // Looked up in the listing, so a name from outside never becomes a file path.
  app.get('/outbox/:name', async (c) => {
    const mails = await mailsFor(c)
    const mail = mails?.find(({ name }) => name === c.req.param('name'))
    return mail ? c.html(page(mail.subject, one(mail))) : c.notFound()
  })
}
