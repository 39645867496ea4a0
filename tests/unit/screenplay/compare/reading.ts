import type {
  ComparedPart,
  ComparedScene,
  Comparison,
  ScenePlace,
  TextRange,
} from '../../../../screenplay/changes.ts'

type Side = 'before' | 'after'

const textAt = (text: string, { start, end }: TextRange) => text.slice(start, end)

const isInsidePair = (text: string, at: number) =>
  /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at))

const partsOf = ({ scenes }: Comparison, side: Side): ComparedPart[] =>
  scenes
    .filter((scene) => scene[side])
    .toSorted((a, b) => (a[side]?.start ?? 0) - (b[side]?.start ?? 0))
    .flatMap(({ parts }) => parts)

/** Parts that skip text, are out of order, split a surrogate pair or have the wrong `isEqual`. */
export function faultsIn(before: string, after: string, comparison: Comparison): unknown[] {
  const faults: unknown[] = []
  for (const [side, text] of [
    ['before', before],
    ['after', after],
  ] as const) {
    let end = 0
    for (const part of partsOf(comparison, side)) {
      if (part[side].start !== end || isInsidePair(text, part[side].end)) faults.push(part)
      end = part[side].end
    }
    if (end !== text.length) faults.push({ side, end })
  }
  for (const { parts } of comparison.scenes) {
    for (const part of parts) {
      const old = before.slice(part.before.start, part.before.end)
      if ((old === after.slice(part.after.start, part.after.end)) !== part.isEqual)
        faults.push(part)
    }
  }
  return faults
}

const numberOf = (place: ScenePlace | null) => place?.number ?? '-'

const kindOf = ({ kind, isMoved, before, after }: ComparedScene): string =>
  `${isMoved ? 'moved ' : ''}${kind} ${numberOf(before)} ${numberOf(after)}`

/** One line for each scene: what became of it, its number before and now. */
export const kindsOf = ({ scenes }: Comparison): string[] => scenes.map(kindOf)

/** The changed scenes with their changes in brackets. */
export function marked(before: string, after: string, { scenes }: Comparison): string {
  const changed = scenes.filter(({ kind }) => kind === 'changed').flatMap(({ parts }) => parts)
  return changed
    .map((part) => {
      const now = textAt(after, part.after)
      return part.isEqual ? now : `[${textAt(before, part.before)}|${now}]`
    })
    .join('')
}
