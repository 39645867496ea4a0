import type { Logger } from 'pino'
import { StartFailure } from './start-failure.ts'

type Started = { log: Logger; stop(): Promise<void> }

/** The promise of the operations contract is 10 seconds; the rest is for leaving. */
const STOP_WITHIN = 9_500

const sayAndExit = (line: string, code: number) => {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

/** Runs the server as this process: signals stop it in order, a start that fails says why in a line. */
export async function runUntilStopped(begin: () => Promise<Started>): Promise<void> {
  let started: Started | undefined
  let asked = false

  const stop = async (reason: string, code: number) => {
    // A terminal's Ctrl-C reaches us more than once: from itself, from npm and from the launcher.
    if (asked) return
    asked = true
    setTimeout(
      () => sayAndExit('Stopping took too long; the rest was cut off.', 1),
      STOP_WITHIN,
    ).unref()
    if (!started) return
    started.log.info({ reason }, 'stopping')
    await started.stop()
    started.log.info('stopped')
    process.exit(code)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal, 0))
  }
  // The launcher is gone: nobody is left who could stop us.
  process.on('disconnect', () => void stop('the launcher ended', 0))
  process.on('uncaughtException', (error) => {
    if (!started) throw error
    started.log.fatal({ err: error }, 'an unforeseen failure')
    void stop('an unforeseen failure', 1)
  })

  try {
    started = await begin()
  } catch (error) {
    if (error instanceof StartFailure) sayAndExit(error.message, 1)
    throw error
  }
  if (asked) {
    await started.stop()
    process.exit(0)
  }
}
