const MASK = '[hidden]'

/**
 * The text without any run of characters that also stands in the secret, of at least the given
 * length, or the whole secret if that is shorter.
 */
export function masked(text: string, secret: string, length: number): string {
  const size = Math.min(length, secret.length)
  if (size === 0) return text
  const hay = secret.toLowerCase()
  const needle = text.toLowerCase()
  // Lower case may change the length of exotic letters; then nothing lines up and all is hidden.
  if (needle.length !== text.length) return MASK
  let shown = ''
  let hiddenUntil = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at + size <= text.length && hay.includes(needle.slice(at, at + size))) {
      if (at >= hiddenUntil) shown += MASK
      hiddenUntil = at + size
    }
    if (at >= hiddenUntil) shown += text[at]
  }
  return shown
}
