import { parseArgs } from 'node:util'
import { StartFailure } from '../common/failures.ts'

export type Arguments = { demo: boolean; reset: boolean }

/** What stands behind `npm start --`. */
export function readArguments(args: string[]): Arguments {
  const options = { demo: { type: 'boolean' }, reset: { type: 'boolean' } } as const
  try {
    const { demo = false, reset = false } = parseArgs({ args, options }).values
    if (reset && !demo) throw new Error('--reset is only for --demo')
    return { demo, reset }
  } catch (error) {
    throw new StartFailure(
      `${(error as Error).message.split('.')[0]}; for example npm start -- --demo --reset`,
    )
  }
}
