import { parseArgs } from 'node:util'
import { CommandFailure } from '../screenplay-command/failure.ts'
import { readKeys } from './keys.ts'
import { readRecord } from './read-record.ts'
import { verify } from './verify.ts'

const USAGE = `npm run -s ledger -- verify FILE [--key KEY]   check an authorship record, without the server
KEY is the server's public key, a file with it, or an address: https://SERVER/.well-known/authorship-keys.json`

function readArguments(args: string[]): { file: string; key: string | undefined } {
  try {
    const options = { key: { type: 'string' } } as const
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
    const [command, file, ...more] = positionals
    if (command === 'verify' && file !== undefined && more.length === 0) {
      return { file, key: values.key }
    }
  } catch {
    // An unknown option: report the usage below.
  }
  throw new CommandFailure(USAGE, 2)
}

/**
 * What the command prints and its exit code: 0 if the record is verified, 1 if something is wrong, 2 for wrong
 * usage, 3 if nothing is wrong but no key was given that the signature could be checked with.
 */
export async function runLedger(
  args: string[],
): Promise<{ code: number; output: string; errors: string }> {
  try {
    const { file, key } = readArguments(args)
    const trusted = key === undefined ? undefined : await readKeys(key)
    const lines = verify(await readRecord(file), trusted)
    return { code: trusted ? 0 : 3, output: `${lines.join('\n')}\n`, errors: '' }
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error
    return { code: error.exitCode, output: '', errors: `${error.message}\n` }
  }
}
