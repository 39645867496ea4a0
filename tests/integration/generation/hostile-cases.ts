import { setTimeout as pause } from 'node:timers/promises'
import type { WritingFailureCode } from '../../../server/ai/writer.ts'
import type { Behaviour } from '../../support/providers/hostile-provider.ts'

/** What the provider does, and how the job must end. */
export type Case = {
  behave: Behaviour
  /** Undefined means that the job completes. */
  code?: WritingFailureCode
  text: string
  requests?: number
}

/** The output limit. */
const MAX_OUTPUT = 200 * 1024

const PIECE = 'x'.repeat(1024)

/** Echoes the whole request including the key, as careless services do. */
const echo = (headers: object) => ({ error: { message: JSON.stringify(headers), type: 'oops' } })

export const hostileCases: Record<string, Case> = {
  'a normal answer': {
    behave(answer) {
      answer.say('INT. ', 'LIGHTHOUSE ', '- NIGHT 🌊')
      answer.end()
    },
    text: 'INT. LIGHTHOUSE - NIGHT 🌊',
  },
  'a slow answer': {
    async behave(answer) {
      for (const piece of ['FADE', ' ', 'IN', ':']) {
        answer.say(piece)
        await pause(80)
      }
      answer.end()
    },
    text: 'FADE IN:',
  },
  'too many requests, then fine': {
    behave(answer, { headers }, number) {
      if (number === 1) return answer.refuse(429, echo(headers))
      answer.say('FADE IN:')
      return answer.end()
    },
    text: 'FADE IN:',
    requests: 2,
  },
  'a broken provider': {
    behave: (answer, { headers }) => answer.refuse(500, echo(headers)),
    code: 'provider_error',
    text: '',
    requests: 3,
  },
  'a wrong key': {
    behave: (answer, { headers }) => answer.refuse(401, echo(headers)),
    code: 'provider_refused_key',
    text: '',
  },
  'a connection reset in the middle': {
    async behave(answer) {
      answer.say('INT. ')
      await answer.flushed()
      answer.say('LIGHTH')
      await answer.flushed()
      answer.reset()
    },
    code: 'provider_unreachable',
    text: 'INT. LIGHTH',
  },
  'no JSON in the middle': {
    behave(answer, { headers }) {
      answer.say('FADE')
      answer.raw(`data: }{ ${JSON.stringify(headers)}\n\n`)
    },
    code: 'provider_error',
    text: 'FADE',
  },
  'an answer without end': {
    behave: (answer) => answer.goOn(() => answer.say(PIECE)),
    text: 'x'.repeat(MAX_OUTPUT),
  },
  'an empty answer': {
    behave: (answer) => answer.end(),
    code: 'empty_answer',
    text: '',
  },
  'an answer of 5 MB': {
    behave(answer) {
      for (let megabytes = 0; megabytes < 5; megabytes += 1) {
        answer.say(...Array.from({ length: 1024 }, () => PIECE))
      }
      answer.end()
    },
    text: 'x'.repeat(MAX_OUTPUT),
  },
}
