import { numberedScenes } from '../../screenplay/answers.ts'
import { type Splice, splices } from '../../screenplay/changes.ts'

/** What an answer changed in one place. */
type Part = { answer: string; since: number; isOut: boolean }
type Character = {
  text: string
  born: number
  by: Part | null
  cutBy: Part[]
  /** Why it is not in the text. */
  hidden: (Part | 'writer')[]
  hiddenAt: number
}
/** What a change did, to be undone. */
export type Done = { added: Character[]; removed: Character[] }

/**
 * A text as a simple program would follow it: one object for each character that ever was in it. It is slow, and says what
 * branches make of a text that people and answers change.
 */
export class CharacterText {
  #all: Character[] = []
  #now = 0
  /** Where the last change ended, if it was typed. */
  #typedTo: number | undefined
  #goesOnAt: number | undefined
  readonly #parts = new Map<string, Part[]>()

  constructor(text: string) {
    this.write([{ start: 0, end: 0, text }])
  }

  get text(): string {
    return this.#shown.map(({ text }) => text).join('')
  }

  get #shown(): Character[] {
    return this.#all.filter(({ hidden }) => hidden.length === 0)
  }

  write(changes: readonly Splice[], isTyped = true): void {
    const [only, ...more] = isTyped ? changes : []
    const goesOn = only !== undefined && more.length === 0 && only.start === this.#goesOnAt
    this.#change(changes, () => null, goesOn)
    if (only && only.text !== '' && more.length === 0) this.#typedTo = only.start + only.text.length
  }

  /** Does something to the text, and says what that changed. */
  doing(something: () => void): Done {
    this.#now += 1
    this.#goesOnAt = this.#typedTo
    this.#typedTo = undefined
    const before = new Set(this.#shown)
    something()
    const after = new Set(this.#shown)
    return {
      added: [...after].filter((one) => !before.has(one)),
      removed: [...before].filter((one) => !after.has(one)),
    }
  }

  /** An answer makes it this text. Scenes that it adds are parts of their own. */
  answer(answer: string, text: string): void {
    const headings = numberedScenes(text).map(({ start }) => start)
    let by = 0
    const changes = splices(this.text, text).flatMap((change) => {
      const first = change.start + by
      const last = first + change.text.length
      by += change.text.length - (change.end - change.start)
      const inside = headings.filter((at) => at > first && at < last)
      if (change.start < change.end || inside.length === 0) return [change]
      const ends = [...inside, last]
      const { start, end } = change
      return ends.map((to, n) => ({ start, end, text: text.slice(ends[n - 1] ?? first, to) }))
    })
    const parts = changes.map((): Part => ({ answer, since: this.#now, isOut: false }))
    this.#parts.set(answer, parts)
    this.#change(changes, (at) => parts[at] ?? null)
  }

  /** Takes back what a change did, and how; undefined if others have changed the same since. */
  undo({ added, removed }: Done): Splice[] | undefined {
    const before = new Set(this.#shown)
    if (!added.every((one) => before.has(one)) || removed.some((one) => before.has(one)))
      return undefined
    const were = removed.map(({ hidden }) => hidden)
    for (const one of removed) one.hidden = []
    for (const one of added) one.hidden = ['writer']
    const changes = this.#splicesFrom(before)
    // Which of several blank lines came back would not be known.
    if (changes.some(({ text }) => text !== '' && text.trim() === '')) {
      for (const [at, one] of removed.entries()) one.hidden = were[at] ?? []
      for (const one of added) one.hidden = []
      return undefined
    }
    this.#now += 1
    this.#typedTo = undefined
    for (const one of added) one.hiddenAt = this.#now
    return changes
  }

  /** Takes an answer out, or brings it back; true if some of its lines stay as they are. */
  move(answer: string, isOut: boolean): boolean {
    const kept = (this.#parts.get(answer) ?? []).filter((part) => !this.#movePart(part, isOut))
    return kept.length > 0
  }

  #hide(one: Character, why: Part | 'writer'): void {
    one.hidden.push(why)
    one.hiddenAt = this.#now
  }

  #change(changes: readonly Splice[], partOf: (at: number) => Part | null, goesOn = false): void {
    const shown = this.#shown
    for (const [at, { start, end, text }] of [...changes.entries()].toReversed()) {
      const part = partOf(at)
      for (const one of shown.slice(start, end)) {
        this.#hide(one, part ?? 'writer')
        if (part) one.cutBy.push(part)
      }
      const added = text.split('')
      const characters = added.map((one): Character => {
        return { text: one, born: this.#now, by: part, cutBy: [], hidden: [], hiddenAt: 0 }
      })
      this.#all.splice(this.#placeBehind(shown[start - 1], goesOn), 0, ...characters)
    }
  }

  /** Right behind what was before it; at the beginning of a line behind what is not there. */
  #placeBehind(before: Character | undefined, goesOn: boolean): number {
    const from = before ? this.#all.indexOf(before) + 1 : 0
    if (goesOn || (before && before.text !== '\n')) return from
    const next = this.#all.findIndex(
      ({ hidden, hiddenAt }, at) => at >= from && (hidden.length === 0 || hiddenAt === this.#now),
    )
    return next === -1 ? this.#all.length : next
  }

  #splicesFrom(before: ReadonlySet<Character>): Splice[] {
    const changes: Splice[] = []
    let at = 0
    for (const one of this.#all) {
      const [was, is] = [before.has(one), one.hidden.length === 0]
      const last = changes.at(-1)
      if (was !== is) {
        if (last?.end === at) {
          last.end += was ? 1 : 0
          last.text += is ? one.text : ''
        } else changes.push({ start: at, end: at + (was ? 1 : 0), text: is ? one.text : '' })
      }
      if (was) at += 1
    }
    return changes
  }

  /** False if it stays as it is, because somebody changed the same lines. */
  #movePart(part: Part, isOut: boolean): boolean {
    const own = this.#all.filter(({ by }) => by === part)
    const cut = this.#all.filter(({ cutBy }) => cutBy.includes(part))
    const [goes, comes] = isOut ? [own, cut] : [cut, own]
    const isThere = ({ hidden }: Character) => hidden.length === 0
    if (!isOut && (!part.isOut || own.some(isThere))) return true
    if (!goes.some(isThere) && comes.every(isThere)) return true
    if (!goes.every(isThere) || comes.some(isThere)) return false
    if (this.#isChanged(part, goes)) return false
    const were = this.#all.map(({ hidden }) => hidden)
    for (const one of comes)
      one.hidden = one.hidden.filter((why) => why !== part && why !== 'writer')
    for (const one of goes) one.hidden = [...one.hidden, part]
    const isChanged = this.#isChanged(part, comes) || this.#joinsLines(part, goes)
    if (isChanged) for (const [at, one] of this.#all.entries()) one.hidden = were[at] ?? []
    else {
      for (const one of goes) one.hiddenAt = this.#now
      part.isOut = isOut
    }
    return !isChanged
  }

  /** Whether a line that somebody changed becomes one with another where characters went. */
  #joinsLines(part: Part, gone: readonly Character[]): boolean {
    return gone.some((one) => {
      const at = this.#all.indexOf(one)
      const sides = [this.#all.slice(0, at).toReversed(), this.#all.slice(at + 1)]
      const next = sides.map((side) => side.find(({ hidden }) => hidden.length === 0)?.text ?? '\n')
      return (
        !next.includes('\n') && sides.some((side) => this.#isLineChanged(part, new Set(), side))
      )
    })
  }

  /** Whether somebody added characters to a line in which some of these are, or removed any. */
  #isChanged(part: Part, characters: readonly Character[]): boolean {
    const own = new Set(characters)
    return characters.some((one) => {
      if (one.hidden.length > 0 || one.text === '\n') return false
      const at = this.#all.indexOf(one)
      const [before, after] = [this.#all.slice(0, at).toReversed(), this.#all.slice(at + 1)]
      return this.#isLineChanged(part, own, before) || this.#isLineChanged(part, own, after)
    })
  }

  #isLineChanged(part: Part, own: ReadonlySet<Character>, characters: readonly Character[]) {
    let isJoined = false
    for (const one of characters) {
      const { text, born, hidden, hiddenAt, by, cutBy } = one
      if (hidden.length === 0) {
        if (text === '\n' || own.has(one)) return false
        if (isJoined || (born > part.since && by?.answer !== part.answer)) return true
      } else if (hidden.includes('writer') && by !== part && !cutBy.includes(part)) {
        if (hiddenAt <= part.since || born > part.since) continue
        if (text === '\n') isJoined = true
        else if (!isJoined) return true
      }
    }
    return false
  }
}
