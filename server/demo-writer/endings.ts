const ENDING = /^>?\s*(?:the end|fade out|fade to black|fin)[.:]?\s*<?$/i
const REMARK = /^\[\[Script Writer demo[^\]]*\]\]$/

/** Removes closing lines such as "THE END", and the demo's own remark. */
export function withoutEnding(script: string): { body: string; hadEnding: boolean } {
  let body = script.trimEnd()
  let hadEnding = false
  while (body !== '') {
    const start = body.lastIndexOf('\n') + 1
    const line = body.slice(start).trim()
    const isEnding = line.length < 30 && ENDING.test(line)
    if (!isEnding && !REMARK.test(line)) break
    hadEnding ||= isEnding
    body = body.slice(0, start).trimEnd()
  }
  return { body, hadEnding }
}

/** A Fountain note, so that every answer says that it comes from the demo. */
export const remark = (what: string): string =>
  `[[Script Writer demo, by fixed rules and without an AI: ${what}.]]`
