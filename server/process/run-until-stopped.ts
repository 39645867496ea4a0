import type { Logger } from 'pino'
import { StartFailure } from '../common/failures.ts'

type Started = {
  log: Logger
  /** Gives load balancers time to notice the coming stop; ends early when the signal is aborted. */
  drain(hurry: AbortSignal): Promise<void>
  stop(): Promise<void>
}

/** After draining, a shutdown may take 10 s; this leaves some time to exit. */
const STOP_TIMEOUT = 9_500

const exitWith = (line: string, code: number) => {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

/** Runs the server until a signal stops it. A failed start prints one line and exits with code 1. */
export async function runUntilStopped(begin: () => Promise<Started>): Promise<void> {
  let started: Started | undefined
  let isStopping = false
  const hurry = new AbortController()

  const stop = async (reason: string, code: number) => {
    // Only service managers send SIGTERM; whoever presses Ctrl-C does not want to wait for draining.
    if (reason !== 'SIGTERM') hurry.abort()
    // Ctrl-C arrives several times: from the terminal, from npm and from the launcher.
    if (isStopping) return
    isStopping = true
    await started?.drain(hurry.signal)
    setTimeout(() => exitWith('Shutdown timed out; exiting now.', 1), STOP_TIMEOUT).unref()
    if (!started) return
    started.log.info({ reason }, 'stopping')
    await started.stop()
    started.log.info('stopped')
    process.exit(code)
  }

  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal, 0))
  }
  // The launcher is gone, so nobody else could stop this process.
  process.on('disconnect', () => void stop('the launcher exited', 0))
  process.on('uncaughtException', (error) => {
    if (!started) throw error
    started.log.fatal({ err: error }, 'uncaught exception')
    void stop('uncaught exception', 1)
  })

  try {
    started = await begin()
  } catch (error) {
    if (error instanceof StartFailure) exitWith(error.message, 1)
    throw error
  }
  if (isStopping) {
    await started.stop()
    process.exit(0)
  }
}
