type Cell = string | number | boolean | null

/** Text that a spreadsheet would run as a formula gets an apostrophe in front. */
function escaped(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const harmless =
    /^[=+\-@\t\r\n＝＋－＠]/.test(cell.trimStart()) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n\t]/.test(harmless) || harmless.trim() !== harmless
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}

/** CSV (RFC 4180), with a byte order mark by which spreadsheets recognise UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(escaped).join(',')).join('\r\n')}\r\n`
