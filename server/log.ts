import { type DestinationStream, type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Only these fields: an error's other properties could contain script text or a secret. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack } = error
  const code = 'code' in error ? error.code : undefined
  const cause = error.cause === undefined ? undefined : describeError(error.cause)
  return { name, message, code, stack, cause }
}

export const logTo = (output: DestinationStream, level: string): Logger =>
  pino({ level, serializers: { err: describeError, error: describeError } }, output)

const STDOUT = 1

/** JSON lines, or readable ones on a terminal. */
export function createLog(level: string, isReadable = process.stdout.isTTY): Logger {
  const output = isReadable
    ? pretty({ destination: STDOUT, sync: true, ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
    : pino.destination({ dest: STDOUT, sync: true })
  return logTo(output, level)
}
