import { constants } from 'node:os'

/** Ends the command with a one-line message for the user. */
export class Stop extends Error {
  name = 'Stop'
}

/** A required package is missing that only root could install. */
export class NeedsRoot extends Stop {
  name = 'NeedsRoot'
}

/** Ends the command because of a signal. */
export class Interruption extends Error {
  name = 'Interruption'

  constructor(signal) {
    super(signal)
    this.signal = signal
  }
}

/** The exit code a shell reports for this code or signal. */
export function exitCodeOf({ code, signal }) {
  return signal ? 128 + constants.signals[signal] : code
}

/** Runs a command and turns its outcome into the exit code. */
export async function runCommand(work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    if (error instanceof Interruption) {
      process.exitCode = exitCodeOf(error)
    } else if (error instanceof Stop) {
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    } else {
      throw error
    }
  }
}
