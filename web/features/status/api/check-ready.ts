const patience = 10_000

/** Whether the server and its database answer. */
export async function checkReady(signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch('/ready', {
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    })
    return response.ok
  } catch {
    // No connection and no answer in time mean the same to the person who asks: not ready.
    return false
  }
}
