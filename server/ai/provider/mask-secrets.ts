const MASK = '[hidden]'

/** Hides every run of at least `length` characters (or the whole secret, if shorter) found in the secret. */
export function maskSecret(text: string, secret: string, length: number): string {
  const size = Math.min(length, secret.length)
  if (size === 0) return text
  const lowerSecret = secret.toLowerCase()
  const lowerText = text.toLowerCase()
  // Lower-casing can change the length of some letters; the offsets no longer match, so hide everything.
  if (lowerText.length !== text.length) return MASK
  let shown = ''
  let hiddenUntil = 0
  for (let at = 0; at < text.length; at += 1) {
    if (at + size <= text.length && lowerSecret.includes(lowerText.slice(at, at + size))) {
      if (at >= hiddenUntil) shown += MASK
      hiddenUntil = at + size
    }
    if (at >= hiddenUntil) shown += text[at]
  }
  return shown
}
