/** File systems take 255; the rest is for the ending and what browsers add to a name that exists. */
const MOST_BYTES = 220

/** Names of devices on Windows, whatever comes after a full stop. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Of a character in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** As many whole characters as fit. */
function shortened(text: string): string {
  let room = MOST_BYTES
  let short = ''
  for (const character of text) {
    room -= bytesOf(character)
    if (room < 0) break
    short += character
  }
  return short
}

const bare = (name: string) => name.replaceAll(/^[. ]+|[. ]+$/g, '')

/** A file name that every system takes, from whatever the title is. */
export function fileNameOf(title: string): string {
  const safe = title
    .toWellFormed()
    .normalize('NFC')
    // Control characters, what Windows forbids, and marks that turn the direction of reading.
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const name = bare(shortened(bare(safe)))
  return name === '' || RESERVED.test(name) ? `Script ${name}`.trimEnd() : name
}
