const ENDING = /^>?\s*(?:the end|fade out|fade to black|fin)[.:]?\s*<?$/i
const REMARK = /^\[\[Script Writer demo[^\]]*\]\]$/

/** Removes closing lines such as "THE END", and remarks that the demo used to add. */
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
