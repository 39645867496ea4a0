/** The content of a mail, rendered both as text and as HTML. */
export type Letter = {
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

export const asText = ({ greeting, action, notes }: Letter): string =>
  [greeting, `${action.label}:\n${action.link}`, ...notes, '-- \nScript Writer'].join('\n\n')

const BODY =
  'margin:0;padding:32px 16px;background:#f6f5f2;color:#1f1e1b;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5'
const CARD = 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px'
const BUTTON =
  'display:inline-block;padding:12px 20px;background:#1f1e1b;color:#ffffff;border-radius:8px;text-decoration:none'
const SMALL = 'margin:16px 0 0;color:#5e5b54;font-size:14px;overflow-wrap:anywhere'

/** Inline styles and no external resources: many mail clients drop anything else. */
export function asHtml({ subject, greeting, action, notes }: Letter): string {
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
