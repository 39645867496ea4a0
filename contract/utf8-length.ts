/** Size in bytes, without TextEncoder, which not every runtime of this folder has. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1
  }
  return bytes
}
