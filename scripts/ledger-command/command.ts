import { CommandFailure } from '../screenplay-command/failure.ts'
import { readRecord } from './read-record.ts'
import { verify } from './verify.ts'

const USAGE = 'npm run -s ledger -- verify FILE   check an authorship record, without the server'

/** What the command prints and its exit code: 0 if nothing is wrong, 1 if something is, 2 for wrong usage. */
export async function runLedger(
  args: string[],
): Promise<{ code: number; output: string; errors: string }> {
  try {
    const [command, file, ...more] = args
    if (command !== 'verify' || file === undefined || more.length > 0) {
      throw new CommandFailure(USAGE, 2)
    }
    return { code: 0, output: `${verify(await readRecord(file)).join('\n')}\n`, errors: '' }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    return { code: error.exitCode, output: '', errors: `${error.message}\n` }
  }
}
