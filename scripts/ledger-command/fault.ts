import { CommandFailure } from '../screenplay-command/failure.ts'

/** ['versions', 3, 'number'] as 'versions[3].number'. */
export const pathOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '') || 'the record'

/** The first place where a record is wrong. */
export const fault = (place: string, problem: string): CommandFailure =>
  new CommandFailure(`NOT verified. ${place}: ${problem}.`)
