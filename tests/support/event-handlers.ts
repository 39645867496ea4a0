import type { Sources } from './rest/name-lookups.ts'

/** `thing.on('event', `: a handler that Node calls outside of any request. */
const REGISTERED =
  /([\w$#.?()]+)\s*\.(?:on|once|addListener)\(\s*(?:'([\w-]+)'|(\w+)),\s*(guarded\()?/g

/** Events that carry no data from the peer. */
const LIFECYCLE: ReadonlySet<string> = new Set([
  'close',
  'connect',
  'disconnect',
  'end',
  'error',
  'exit',
  'pong',
  'reconnect',
  'socket',
  'uncaughtException',
])

/** Handlers of data from a peer that are not wrapped in `guarded`, as `file: thing event`. */
export function unguardedHandlers(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(REGISTERED)].flatMap(([, thing, literal, variable = '', guard]) => {
      const event = literal ?? variable
      return guard || LIFECYCLE.has(event) ? [] : [`${file}: ${thing} ${event}`]
    }),
  )
}
