/** Compresses bytes. `deflate-raw` has no header and no checksum. */
export async function deflate(
  bytes: Uint8Array<ArrayBuffer>,
  format: 'deflate' | 'deflate-raw',
): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream(format))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
