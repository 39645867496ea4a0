const LONGEST_COMPLAINT = 64 * 1024

/** What comes beyond the limit is an error, or, after a refusal, left unread. */
function limited(body: ReadableStream<Uint8Array>, limit: number, refused: boolean) {
  let left = limit
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength
        if (left >= 0) controller.enqueue(chunk)
        else if (refused) controller.terminate()
        else controller.error(new Error(`The provider sent more than ${limit} bytes`))
      },
    }),
  )
}

/**
 * A fetch that no answer can fill the memory through. It follows no redirect: the key in its
 * headers is for the address that was configured alone.
 */
export const boundedFetch =
  (responseBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    if (response.body === null) return response
    const limit = response.ok ? responseBytes : LONGEST_COMPLAINT
    return new Response(limited(response.body, limit, !response.ok), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    })
  }
