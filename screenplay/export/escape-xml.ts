const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, (mark) => escapes[mark]!)
