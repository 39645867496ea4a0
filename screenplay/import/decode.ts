const marks: [string, number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Text of whatever encoding screenwriting programs leave behind. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): string {
  for (const [encoding, mark] of marks) {
    if (mark.every((byte, at) => bytes[at] === byte)) return new TextDecoder(encoding).decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Every sequence of bytes is text in this one.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
