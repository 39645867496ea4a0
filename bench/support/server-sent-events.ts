import { EventSourceParserStream } from 'eventsource-parser/stream'

export type ServerSentEvent = { event: string; id: string; data: unknown }

/** The events of a response, with their data parsed as JSON, until the stream ends. */
export async function* serverSentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (!response.ok || !response.body) {
    throw new Error(`the stream was rejected with ${response.status}: ${await response.text()}`)
  }
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  for await (const { event = 'message', id = '', data } of events)
    yield { event, id, data: JSON.parse(data) as unknown }
}
