/** Size in UTF-8 bytes. TextEncoder is not part of ECMAScript, which is all this folder may rely on. */
export function utf8Length(text: string): number {
  let bytes = text.length
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code > 0x7f) bytes += code > 0x7ff ? 2 : 1
  }
  return bytes
}
