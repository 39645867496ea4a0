import { CommandFailure } from '../screenplay-command/failure.ts'

/** On one line, and without characters that change how a terminal shows the rest. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '')

/** ['versions', 3, 'number'] as 'versions[3].number'. */
export const pathOf = (path: readonly PropertyKey[]): string =>
  printable(
    path
      .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
      .join('')
      .replace(/^\./, ''),
  ) || 'the record'

/** The first place where a record is wrong. */
export const fault = (place: string, problem: string): CommandFailure =>
  new CommandFailure(`NOT verified. ${place}: ${problem}.`)
