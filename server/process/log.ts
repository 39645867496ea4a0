import { type DestinationStream, type Logger, pino } from 'pino'

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

/** One line for each entry, for people; the library is loaded only then. */
async function readableOutput(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty')
  return pretty({
    destination: STDOUT,
    sync: true,
    ignore: 'pid,hostname',
    singleLine: true,
    translateTime: 'HH:MM:ss',
  })
}

/** JSON lines are for log collectors: whoever has one sets LOG_LEVEL. */
export const isReadByPeople = (isLevelSet: boolean): boolean => process.stdout.isTTY || !isLevelSet

export async function createLog(level: string, isReadable = true): Promise<Logger> {
  const output = isReadable
    ? await readableOutput()
    : pino.destination({ dest: STDOUT, sync: true })
  return logTo(output, level)
}
