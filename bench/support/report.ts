import { loadavg } from 'node:os'

/** Figures are printed in a column after their names. */
export const WIDTH = 40

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** Prints a figure that has no target. */
export const show = (what: string, value: number, unit: string) =>
  print(`${what.padEnd(WIDTH)}${value.toFixed(2).padStart(9)}  ${unit}`)

/** Prints a figure with its target; a missed target makes the benchmark fail. */
export function judge(what: string, value: number, met: boolean, target: string): void {
  print(
    `${what.padEnd(WIDTH)}${value.toFixed(2).padStart(9)}  ${met ? 'met' : 'NOT met'}: ${target}`,
  )
  if (!met) process.exitCode = 1
}

/** The machine's load, as averages of 1, 5 and 15 minutes. */
export const loadNow = (): string =>
  loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')
