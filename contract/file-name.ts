import { utf8Length } from './utf8-length.ts'

/** File systems allow 255; the rest is for the extension and for suffixes that browsers add. */
const MAX_BYTES = 220

/** Windows device names, with or without an extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** As many whole characters as fit. */
function truncate(text: string): string {
  let room = MAX_BYTES
  let short = ''
  for (const character of text) {
    room -= utf8Length(character)
    if (room < 0) break
    short += character
  }
  return short
}

const trim = (name: string) => name.replaceAll(/^[. ]+|[. ]+$/g, '')

/** Turns any title into a file name that every operating system accepts. */
export function fileNameOf(title: string): string {
  const safe = title
    .toWellFormed()
    .normalize('NFC')
    // Control characters, characters Windows forbids, and bidirectional formatting marks.
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
  const name = trim(truncate(trim(safe)))
  return name === '' || RESERVED.test(name) ? `Script ${name}`.trimEnd() : name
}

/** Makes each name it is given unlike all before it, in any letter case: some file systems take no notice of it. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>()
  return (base) => {
    let name = base
    for (let n = 2; taken.has(name.toLowerCase()); n += 1) name = `${base} (${n})`
    taken.add(name.toLowerCase())
    return name
  }
}
