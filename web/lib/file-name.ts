/** A file name that every system takes, from whatever the title is. */
export function fileNameOf(title: string): string {
  const safe = title
    .normalize('NFC')
    // Control characters, what Windows forbids, and marks that turn the direction of reading.
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
  const short = Array.from(safe).slice(0, 120).join('').trimEnd()
  return /^(|con|prn|aux|nul|com\d|lpt\d)$/i.test(short) ? `Script ${short}`.trimEnd() : short
}
