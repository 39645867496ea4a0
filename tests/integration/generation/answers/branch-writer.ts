import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { room } from '../../../support/documents/forty-rooms.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { draftOf } from '../../versions/text-fixture.ts'
import { type Chat, workingText, write } from './answer-fixture.ts'
import { accepted, ended, invoke } from '../generation-fixture.ts'
import type { HostileFixture } from '../hostile-fixture.ts'

/** Answers change rooms 1 to 3, the writer types in rooms 4 and 5. */
const ANSWERED = 3
const ROOMS = 5

/** What each room's lamp does. */
type Lamps = readonly string[]

const textOf = (lamps: Lamps) =>
  lamps.map((lamp, at) => room(at + 1).replace('flickers', lamp)).join('\n')

type Node = {
  id: string
  parent: Node | null
  /** Of an answer: the room that it changed. */
  change?: { at: number; before: string; after: string }
  /** The lamps when its branch was left, and right after that; equal for answers that were left together. */
  left?: { from: Lamps; to: Lamps }
}

/** A conversation and its script as a simple program would keep them. */
class SimpleConversation {
  nodes: Node[] = []
  leaf: Node | null = null
  lamps: Lamps = Array.from({ length: ROOMS }, () => 'flickers')

  get shown(): Node[] {
    return this.path(this.leaf)
  }

  path(last: Node | null): Node[] {
    const path: Node[] = []
    for (let at = last; at; at = at.parent) path.unshift(at)
    return path
  }

  /** To the newest end. */
  endOf(node: Node): Node {
    const next = this.nodes.findLast(({ parent }) => parent === node)
    return next ? this.endOf(next) : node
  }

  add(node: Node): void {
    this.nodes.push(node)
    this.leaf = node
  }

  #turn(at: number, from: string, to: string): void {
    if (this.lamps[at] === from) this.lamps = this.lamps.with(at, to)
  }

  show(leaf: Node | null): void {
    const [before, after] = [this.shown, this.path(leaf)]
    const left = before.filter((node) => node.change && !after.includes(node))
    const returning = after.filter((node) => node.change && !before.includes(node))
    const from = this.lamps
    for (const { change } of left.toReversed())
      if (change) this.#turn(change.at, change.after, change.before)
    const asLeft = { from, to: this.lamps }
    const isChanged = from !== this.lamps
    const done = new Set<Node['left']>()
    for (const { change, left: was } of returning) {
      const group = was && this.nodes.filter((node) => node.left === was)
      if (was && group?.every((node) => after.includes(node))) {
        if (!done.has(was))
          for (const [at, lamp] of was.to.entries()) this.#turn(at, lamp, was.from[at] ?? '')
        done.add(was)
      } else if (change) this.#turn(change.at, change.before, change.after)
    }
    if (isChanged) for (const node of left) node.left = asLeft
    this.leaf = leaf
  }

  remove(node: Node): void {
    this.nodes = this.nodes.filter((other) => other !== node)
    for (const other of this.nodes) if (other.parent === node) other.parent = node.parent
    if (this.leaf !== node) return
    const nearest = node.parent ?? this.nodes.at(-1)
    this.leaf = nearest ? this.endOf(nearest) : null
  }
}

const expectSame = <Value>(value: Value, expected: Value) => expect(value).toEqual(expected)

/** Does random things to a conversation and expects what the simple program says. */
export class BranchWriter {
  readonly model = new SimpleConversation()
  asked = 0
  readonly #fixture: HostileFixture
  readonly #person: SignedIn
  readonly #chat: Chat

  constructor(fixture: HostileFixture, person: SignedIn, chat: Chat) {
    this.#fixture = fixture
    this.#person = person
    this.#chat = chat
  }

  async do({ kind, place }: { kind: number; place: number }): Promise<void> {
    const { model } = this
    const any = <Item>(items: readonly Item[]): Item | undefined => items[place % items.length]
    const answer = any(model.shown.filter(({ change }) => change))
    const prompt = any(model.shown.filter(({ change }) => !change))
    if (kind < 3) await this.#ask(place, model.leaf, undefined)
    else if (kind < 5 && answer?.parent && !answer.parent.change)
      await this.#ask(place, answer.parent, answer.parent)
    else if (kind < 6 && prompt) await this.#ask(place, prompt.parent, undefined)
    else if (kind < 8) await this.#show(any(model.nodes))
    else if (kind < 9) await this.#remove(any(model.shown))
    else await this.#type(place)
    expectSame(await workingText(this.#person, this.#chat), textOf(model.lamps))
    expectSame(
      await this.#shown(),
      model.shown.map(({ id }) => id),
    )
  }

  async #ask(place: number, parent: Node | null, stored: Node | undefined): Promise<void> {
    const { model } = this
    if (parent !== model.leaf) model.show(parent)
    const prompt = stored ?? { id: randomUUID(), parent }
    if (!stored) model.add(prompt)
    const at = place % ANSWERED
    const lamp = `turns ${randomUUID().slice(0, 8)}`
    this.#fixture.behave((answer) => {
      answer.say(`<scene id="${at + 1}">\n${room(at + 1).replace('flickers', lamp)}</scene>`)
      answer.end()
    })
    const draft = await draftOf(this.#person.client, this.#chat.workId)
    const jobId = await accepted(this.#person, {
      conversationId: this.#chat.id,
      scriptId: this.#chat.workId,
      revision: draft?.revision,
      prompt: 'Change a lamp',
      message: { id: prompt.id, parent: parent?.id ?? prompt.id },
    })
    const { status, messageId, withheld } = await ended(this.#person, jobId)
    expectSame([status, withheld], ['completed', null])
    const before = model.lamps[at] ?? ''
    model.lamps = model.lamps.with(at, lamp)
    model.add({ id: messageId ?? '', parent: prompt, change: { at, before, after: lamp } })
    this.asked += 1
  }

  async #show(node: Node | undefined): Promise<void> {
    if (!node) return
    this.model.show(this.model.endOf(node))
    const body = { conversationId: this.#chat.id, messageId: node.id }
    expectSame((await invoke(this.#person, 'show-branch', body)).status, 200)
  }

  async #remove(node: Node | undefined): Promise<void> {
    if (!node) return
    this.model.remove(node)
    only(await this.#person.client.from('chat_messages').delete().eq('id', node.id).select('id'))
  }

  async #type(place: number): Promise<void> {
    const at = ANSWERED + (place % (ROOMS - ANSWERED))
    this.model.lamps = this.model.lamps.with(at, `${this.model.lamps[at]} and on`)
    await write(this.#person, this.#chat, textOf(this.model.lamps))
  }

  async #shown(): Promise<string[]> {
    const { client } = this.#person
    const rows = only(
      await client
        .from('chat_messages')
        .select('id')
        .eq('conversation_id', this.#chat.id)
        .order('created_at'),
    )
    return rows.map(({ id }) => id)
  }
}

/** The script before anything is asked. */
export const firstText = textOf(new SimpleConversation().lamps)
