export type ServerSentEvent = { type: string; id: string; data: string }

function eventOf(block: string): ServerSentEvent | undefined {
  const event: ServerSentEvent = { type: 'message', id: '', data: '' }
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(event|id|data): ?(.*)$/.exec(line) ?? []
    if (field === 'event') event.type = value
    else if (field === 'id') event.id = value
    else if (field === 'data') event.data += event.data === '' ? value : `\n${value}`
  }
  return event.data === '' ? undefined : event
}

/** Reads an answer of server-sent events to its end, one event after the other. */
export async function* serverSentEvents(body: ReadableStream<Uint8Array>) {
  const reader = body.pipeThrough(
    new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>,
  )
  let rest = ''
  for await (const chunk of iterate(reader)) {
    const blocks = (rest + chunk.replaceAll('\r', '')).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event) yield event
    }
  }
}

/** Not every browser can walk through a stream by itself. */
async function* iterate(stream: ReadableStream<string>) {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
