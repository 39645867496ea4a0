/** The least that a layout does: splits a text into lines and breaks them between words. Returns the rows. */
export function simpleWrap(text: string, width: number): string[] {
  const rows: string[] = []
  for (const line of text.split('\n')) {
    let row = ''
    for (const word of line.split(' ')) {
      if (row.length + 1 + word.length > width) {
        rows.push(row)
        row = word
      } else row = row === '' ? word : `${row} ${word}`
    }
    rows.push(row)
  }
  return rows
}
