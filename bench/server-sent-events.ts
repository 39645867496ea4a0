export type ServerSentEvent = { event: string; id: string; data: unknown }

const SPACE = /^ /

function eventIn(block: string): ServerSentEvent | undefined {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1).replace(SPACE, ''))
  }
  const data = fields.get('data')
  if (data === undefined) return undefined
  return {
    event: fields.get('event') ?? 'message',
    id: fields.get('id') ?? '',
    data: JSON.parse(data),
  }
}

/** Yields server-sent events with JSON data until the stream ends. */
export async function* serverSentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (!response.ok || !response.body) {
    throw new Error(`the stream was rejected with ${response.status}: ${await response.text()}`)
  }
  let held = ''
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (held + text).split('\n\n')
    held = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventIn(block)
      if (event) yield event
    }
  }
}
