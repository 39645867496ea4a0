const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** A Content-Disposition header with an ASCII fallback and the real name (RFC 5987). */
export function contentDisposition(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '_')
    .replaceAll(/["\\%]/g, '_')
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encode(name)}`
}
