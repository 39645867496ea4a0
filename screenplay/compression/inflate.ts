export class InflateFailure extends Error {
  readonly tooLong: boolean

  constructor(tooLong: boolean) {
    super(tooLong ? 'decompressed data exceeds the limit' : 'invalid compressed data')
    this.tooLong = tooLong
  }
}

/** Decompresses up to a limit. `deflate` is the zlib format, `deflate-raw` is used in zip files. */
export async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'deflate' | 'deflate-raw',
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))
  const reader = stream.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      length += chunk.value.length
      if (length > limit) throw new InflateFailure(true)
      chunks.push(chunk.value)
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined)
    throw error instanceof InflateFailure ? error : new InflateFailure(false)
  }
  const result = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    result.set(chunk, at)
    at += chunk.length
  }
  return result
}
