import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import type { BoundedClient } from './bounded-client.ts'

const NEWLINE = 0x0a

/** The rows of COPY … TO STDOUT in batches. Unless all are read, the connection cannot be used again. */
export async function* copyOut(client: BoundedClient, text: string): AsyncGenerator<Buffer[]> {
  let rest: Buffer[] = []
  for await (const chunk of client.query(to(text)) as AsyncIterable<Buffer>) {
    const rows: Buffer[] = []
    let start = 0
    // Every row ends with the only newline in it: others are escaped.
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      const row = chunk.subarray(start, at + 1)
      rows.push(rest.length === 0 ? row : Buffer.concat([...rest, row]))
      rest = []
      start = at + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
    if (rows.length > 0) yield rows
  }
}

/** Sends the source to COPY … FROM STDIN, and returns the number of rows. */
export async function copyIn(
  client: BoundedClient,
  text: string,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const rows = client.query(from(text))
  await pipeline(source, rows)
  return rows.rowCount
}
