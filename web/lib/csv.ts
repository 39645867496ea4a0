type Cell = string | number | boolean | null

/** What a spreadsheet would run as a formula gets an apostrophe in front; a number is no text. */
function escaped(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell ?? '')
  const harmless =
    /^[=+\-@\t\r\n＝＋－＠]/.test(cell.trimStart()) || /^[\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",;\r\n\t]/.test(harmless) || harmless.trim() !== harmless
    ? `"${harmless.replaceAll('"', '""')}"`
    : harmless
}

/** A table as RFC 4180 has it, with a mark that tells spreadsheets it is UTF-8. */
export const csvOf = (rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(escaped).join(',')).join('\r\n')}\r\n`
