import { array, assert, constantFrom, nat, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { applySplices, type Splice } from '../../../../screenplay/changes.ts'
import {
  type BranchHistory,
  followBranch,
  knownAnswer,
  textsNeeded,
} from '../../../../server/generation/applying/follow-branch.ts'
import { CharacterText, type Done } from '../../../support/character-text.ts'
import { answerTo, changeOf, mergeOf } from '../../../support/any-changes.ts'
import { rooms } from '../../../support/documents/forty-rooms.ts'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'

type Node = { parent: Node | null; version: string; number: number }
type Step = { kind: string; place: number; what: number }

const expectSame = (found: unknown, expected: unknown) => expect(found).toEqual(expected)

/** A text and the branches of its conversation, as the database would keep them. */
class Branches {
  readonly #first = rooms(2)
  readonly #model = new CharacterText(this.#first)
  readonly #texts = new Map([['base', this.#first]])
  readonly #versions: BranchHistory['versions'] = []
  readonly #nodes: Node[] = []
  #leaf: Node | null = null
  #text = this.#first
  /** What each of two devices did. */
  readonly #done: [Done[], Done[]] = [[], []]
  #words = 0
  /** The text before the last step, which a device that was offline still has. */
  #former = this.#first

  do({ kind, place, what }: Step): void {
    const before = this.#text
    if (kind === 'answer') this.#answer(place, what)
    else if (kind === 'show') this.#show(this.#nodes[place % (this.#nodes.length + 1)] ?? null)
    else if (kind === 'undo') this.#undo(this.#done[what % 2] ?? [])
    else if (kind === 'offline') this.#typeOffline(place)
    else this.#type(place, what)
    this.#former = before
  }

  get found() {
    const words = this.#text.match(/word\d+/g) ?? []
    return { text: this.#text, doubled: words.length - new Set(words).size }
  }

  get expected() {
    return { text: this.#model.text, doubled: 0 }
  }

  readonly #newWord = () => `word${(this.#words += 1)}`

  #doing(what: number, something: () => void): void {
    this.#done[what % 2]?.push(this.#model.doing(something))
  }

  #type(place: number, what: number): void {
    const change = changeOf(this.#text, place, what, this.#newWord)
    this.#doing(place, () => this.#model.write([change]))
    this.#write('typed', [change])
  }

  /** Types a line into a text that others have changed, and merges. */
  #typeOffline(place: number): void {
    const steps = mergeOf(this.#former, this.#text, place, this.#newWord)
    if (!steps) return
    this.#doing(place, () => this.#model.write(steps.changes, false))
    const revision = this.#versions.length
    for (const { origin, splices: changes } of steps.sent) this.#write(origin, changes, revision)
  }

  #undo(done: Done[]): void {
    const last = done.pop()
    const changes = last && this.#model.undo(last)
    if (changes) this.#write('restore', changes)
  }

  #answer(place: number, what: number): void {
    const text = answerTo(this.#text, place, what, this.#newWord)
    // What was removed before may be part of what the answer changes: where it comes back then is not known.
    for (const done of this.#done) done.length = 0
    const known = what % 2 === 0 ? knownAnswer(this.#text, text) : null
    const node = this.#add(text, `job ${this.#versions.length}`, known)
    this.#doing(place, () => this.#model.answer(node.version, text))
    this.#nodes.push({ ...node, parent: this.#leaf })
    this.#leaf = this.#nodes.at(-1) ?? null
  }

  #path(node: Node | null): Node[] {
    return node ? [...this.#path(node.parent), node] : []
  }

  #show(leaf: Node | null): void {
    const [shown, wanted] = [this.#path(this.#leaf), this.#path(leaf)]
    const left = shown.filter((node) => !wanted.includes(node)).toReversed()
    const returning = wanted.filter((node) => !shown.includes(node))
    this.#leaf = leaf
    const moving = [...left, ...returning].map(({ number }) => number)
    if (moving.length === 0) return
    const first = this.#firstNeeded(Math.min(...moving))
    const move = ({ version }: Node, isLeft: boolean) => ({ version, isLeft, others: [] })
    const history: BranchHistory = {
      answers: [
        ...left.map((node) => move(node, true)),
        ...returning.map((node) => move(node, false)),
      ],
      more: false,
      base: this.#versions[first - 2]?.id ?? 'base',
      versions: this.#versions.slice(first - 1),
      pending: [],
    }
    const texts = textsNeeded(history).map((id) => [id, this.#texts.get(id) ?? ''] as const)
    const followed = followBranch(this.#text, history, new Map(texts))
    let keptLines = false
    const moveAll = (nodes: Node[], isOut: boolean) => {
      for (const { version } of nodes) keptLines = this.#model.move(version, isOut) || keptLines
    }
    this.#doing(first, () => {
      moveAll(left, true)
      expectSame(followed?.leftText, this.#model.text)
      moveAll(returning, false)
    })
    expectSame(followed?.text, this.#model.text)
    expectSame(followed?.keptLines, keptLines)
    if (!followed) return
    if (followed.left.length > 0) this.#add(followed.leftText, null, followed.left)
    if (followed.returned.length > 0) this.#add(followed.text, null, followed.returned)
  }

  /** Of the versions from one on, those that moved answers need the ones since an earlier one. */
  #firstNeeded(first: number): number {
    const moved = this.#versions.slice(first - 1).flatMap(({ changes }) => changes ?? [])
    return Math.min(first, ...moved.map((one) => ('moves' in one ? one.since + 1 : first)))
  }

  #write(origin: string, changes: Splice[], revision = this.#versions.length): void {
    this.#add(applySplices(this.#text, changes), null, [{ origin, splices: changes, revision }])
  }

  #add(
    text: string,
    job: string | null,
    changes: BranchHistory['versions'][number]['changes'],
  ): Omit<Node, 'parent'> {
    const number = this.#versions.length + 1
    const id = `version ${number}`
    this.#versions.push({ id, number, job, origin: 'typed', changes })
    this.#texts.set(id, text)
    this.#text = text
    return { version: id, number }
  }
}

test('whatever is typed around answers, branches move the characters of the answers and no others', {
  timeout: ROUNDS_TIMEOUT,
}, () => {
  const anyStep = record({
    kind: constantFrom(...'answer answer show show type type type undo offline'.split(' ')),
    place: nat(999),
    what: nat(999),
  })
  assert(
    property(array(anyStep, { minLength: 3, maxLength: 20 }), (steps) => {
      const branches = new Branches()
      for (const step of steps) {
        branches.do(step)
        expect(branches.found).toEqual(branches.expected)
      }
    }),
    runs('branch-texts'),
  )
})
