/** What happened in the rounds with one fault. */
export type Row = { fault: string; rounds: number; confirmed: number; seconds: number[] }

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** A table in Markdown: rounds by fault, what was confirmed in them, and how long until everybody worked again. */
export function table(rows: readonly Row[], skipped: readonly string[]): string {
  const lines = rows.map(
    ({ fault, rounds, confirmed, seconds }) =>
      `| ${fault} | ${rounds} | ${confirmed} | ${median(seconds).toFixed(1)} s | ${Math.max(...seconds).toFixed(1)} s |`,
  )
  return [
    '| fault | rounds | confirmed in them | everybody works again: median | longest |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
    ...skipped.map((reason) => `skipped: ${reason}`),
    '',
  ].join('\n')
}
