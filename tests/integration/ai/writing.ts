import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { cleanUp } from '../../support/clean-up.ts'
import { createWriter } from '../../../server/ai/create-writer.ts'
import type { ModelSettings } from '../../../server/ai/provider/open-model.ts'
import {
  type Prompt,
  type Usage,
  type Writer,
  WritingFailure,
  type WritingLimits,
} from '../../../server/ai/writer.ts'

/** A server on loopback; resolves to its address. */
export async function serveHttp(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const KEY = 'sk-a-very-secret-key-0123456789'

export const prompt: Prompt = {
  system: 'You write screenplays.',
  messages: [{ role: 'user', content: 'A lighthouse keeper finds a letter.' }],
  request: 'A lighthouse keeper finds a letter.',
  currentScript: '',
}

/** A writer that waits only briefly before it tries again, and the lines it logs. */
export function testWriter(
  provider: ModelSettings['provider'],
  baseUrl: string,
  limits: Partial<WritingLimits> = {},
) {
  const lines: string[] = []
  const output = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString())
      done()
    },
  })
  const settings = { provider, model: 'some-model', apiKey: KEY, baseUrl }
  const short = { firstToken: 20_000, betweenTokens: 20_000, firstWait: 1, ...limits }
  return { writer: createWriter(settings, pino({ level: 'trace' }, output), short), lines }
}

type Outcome = {
  text: string
  parts: number
  usage?: Usage
  truncated?: boolean
  failure?: WritingFailure
}

/** Collects everything up to the end or the failure. */
export async function outcomeOf(
  writer: Writer,
  signal: AbortSignal = new AbortController().signal,
  asked: Prompt = prompt,
): Promise<Outcome> {
  const outcome: Outcome = { text: '', parts: 0 }
  try {
    for await (const part of writer.write(asked, signal)) {
      if (part.type === 'end') Object.assign(outcome, part)
      else {
        outcome.text += part.text
        outcome.parts += 1
      }
    }
  } catch (error) {
    if (!(error instanceof WritingFailure)) throw error
    outcome.failure = error
  }
  return outcome
}
