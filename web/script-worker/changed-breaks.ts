import { isSameBreak, type PageBreak } from '../../screenplay/layout.ts'

/**
 * The page breaks after an edit, relative to those before it: most are the same, or shifted by as much as the
 * text has grown. Sending hundreds of breaks with each key press would keep the garbage collector busy.
 */
export type ChangedBreaks = {
  /** How many breaks at the start are unchanged. */
  same: number
  breaks: PageBreak[]
  /** Index of the old break from which the old ones follow again, moved by `shift` characters. */
  from: number
  shift: number
}

export function changedBreaks(
  before: readonly PageBreak[],
  now: readonly PageBreak[],
  shift: number,
): ChangedBreaks {
  const isSame = (index: number, indexNow: number, by: number) => {
    const [one, other] = [before[index], now[indexNow]]
    return one !== undefined && other !== undefined && isSameBreak(one, other, by)
  }
  let same = 0
  while (isSame(same, same, 0)) same += 1
  let rest = 0
  const most = Math.min(before.length, now.length) - same
  while (rest < most && isSame(before.length - 1 - rest, now.length - 1 - rest, shift)) rest += 1
  const breaks = now.slice(same, now.length - rest)
  return { same, breaks, from: before.length - rest, shift }
}

export function breaksAfter(
  before: readonly PageBreak[],
  { same, breaks, from, shift }: ChangedBreaks,
): PageBreak[] {
  const now = [...before.slice(0, same), ...breaks]
  for (const each of before.slice(from))
    now.push(shift === 0 ? each : { ...each, at: each.at + shift })
  return now
}
