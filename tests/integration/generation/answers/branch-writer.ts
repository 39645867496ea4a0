import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { room } from '../../../support/documents/forty-rooms.ts'
import type { Behaviour } from '../../../support/providers/hostile-provider.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { draftOf } from '../../versions/text-fixture.ts'
import { type Chat, workingText, write } from './answer-fixture.ts'
import { ended, invoke } from '../generation-fixture.ts'
import { FIRST_MODEL, type HostileFixture } from '../hostile-fixture.ts'

/** Answers change rooms 1 to 3, the writer types in rooms 4 and 5. */
const ANSWERED = 3
const ROOMS = 5

/** What each room's lamp does. */
type Lamps = readonly string[]

const textOf = (lamps: Lamps) =>
  lamps.map((lamp, at) => room(at + 1).replace('flickers', lamp)).join('\n')

type Change = { at: number; before: string; after: string }

type Node = {
  id: string
  parent: Node | null
  isAnswer: boolean
  /** Of an answer: the room that it changed. */
  change?: Change
  /** What one of two answers would change if it were used. */
  offer?: Change
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

type Provided = Parameters<Behaviour>[0]
type Said = Pick<Asked, 'at' | 'lamp'>
type Asked = { prompt: Node; at: number; lamp: string; parent: Node | null }

const sceneOf = ({ at, lamp }: Said) =>
  `<scene id="${at + 1}">\n${room(at + 1).replace('flickers', lamp)}</scene>`
const newLamp = () => `turns ${randomUUID().slice(0, 8)}`

/** Does random things to a conversation, on two devices, and expects what the simple program says. */
export class BranchWriter {
  readonly model = new SimpleConversation()
  asked = 0
  readonly #fixture: HostileFixture
  readonly #devices: readonly [SignedIn, SignedIn]
  readonly #chat: Chat
  readonly #second: string
  /** What was typed, newest last. */
  #typed: { at: number; before: string; after: string }[] = []

  constructor(
    fixture: HostileFixture,
    devices: readonly [SignedIn, SignedIn],
    chat: Chat,
    second: string,
  ) {
    this.#fixture = fixture
    this.#devices = devices
    this.#chat = chat
    this.#second = second
  }

  async do({ kind, place }: { kind: number; place: number }): Promise<void> {
    const { model } = this
    const any = <Item>(items: readonly Item[]): Item | undefined => items[place % items.length]
    const device = this.#devices[place % 2] ?? this.#devices[0]
    const answer = any(model.shown.filter(({ isAnswer, parent }) => isAnswer && !parent?.isAnswer))
    const prompt = any(model.shown.filter(({ isAnswer }) => !isAnswer))
    const offered = any(model.nodes.filter(({ offer }) => offer))
    if (kind < 3) await this.#ask(device, place, model.leaf, undefined)
    else if (kind < 5 && answer?.parent)
      await this.#ask(device, place, answer.parent, answer.parent)
    else if (kind < 6 && answer?.parent) await this.#tryAgainTwice(place, answer.parent)
    else if (kind < 7 && prompt) await this.#ask(device, place, prompt.parent, undefined)
    else if (kind < 9) await this.#askTwo(device, place)
    else if (kind < 11 && offered) await this.#use(device, offered)
    else if (kind < 13) await this.#show(device, any(model.nodes))
    else if (kind < 14) await this.#remove(device, any(model.shown))
    else if (kind < 15) await this.#undo(device, place)
    else await this.#type(device, place)
    for (const one of this.#devices) {
      expectSame(await workingText(one, this.#chat), textOf(model.lamps))
      expectSame(
        await this.#shown(one),
        model.shown.map(({ id }) => id),
      )
    }
  }

  /** Sends the request; the answer waits until it is told to go on. */
  async #request(
    device: SignedIn,
    { prompt, parent }: Pick<Asked, 'prompt' | 'parent'>,
    says: (model: string) => Said,
    second?: string,
  ) {
    const waiting = new Map<string, Provided>()
    const count = second === undefined ? 1 : 2
    const begun = Promise.withResolvers<undefined>()
    this.#fixture.behave((answer, { body }) => {
      const { model } = body as { model: string }
      answer.say(sceneOf(says(model)).slice(0, 30))
      waiting.set(model, answer)
      if (waiting.size === count) begun.resolve(undefined)
    })
    const draft = await draftOf(device.client, this.#chat.workId)
    const { status, body } = await invoke(device, 'generate-script', {
      conversationId: this.#chat.id,
      scriptId: this.#chat.workId,
      revision: draft?.revision,
      prompt: 'Change a lamp',
      message: { id: prompt.id, parent: parent?.id ?? prompt.id },
      ...(second !== undefined && { model: FIRST_MODEL, second }),
    })
    const { jobId, secondJobId } = body as { jobId: string; secondJobId?: string }
    expectSame([status, body], [200, expect.objectContaining({ success: true })])
    await begun.promise
    this.asked += count
    /** Ends the answer of a model and returns its message. */
    return async (model = 'some-model') => {
      const provided = waiting.get(model)
      provided?.say(sceneOf(says(model)).slice(30))
      provided?.end()
      const job = model === 'some-model' ? jobId : (secondJobId ?? '')
      const end = await ended(device, job)
      expectSame(
        [end.status, end.withheld],
        ['completed', second === undefined ? null : 'compared'],
      )
      // Of two answers one is not shown.
      const all = only(await device.client.rpc('branches_of', { conversation_id: this.#chat.id }))
      return all.find(({ type, job_id }) => type === 'ai' && job_id === job)?.id ?? ''
    }
  }

  /** The prompt as it is added or asked again, and what the branch makes of the text. */
  #begin(place: number, parent: Node | null, stored: Node | undefined): Asked {
    const { model } = this
    if (parent !== model.leaf) model.show(parent)
    const prompt = stored ?? { id: randomUUID(), parent, isAnswer: false }
    if (!stored) model.add(prompt)
    return { prompt, at: place % ANSWERED, lamp: newLamp(), parent }
  }

  #arrive({ prompt, at, lamp }: Asked, id: string): void {
    const { model } = this
    if (model.leaf !== prompt) model.show(prompt)
    const before = model.lamps[at] ?? ''
    model.lamps = model.lamps.with(at, lamp)
    model.add({ id, parent: prompt, isAnswer: true, change: { at, before, after: lamp } })
  }

  async #ask(
    device: SignedIn,
    place: number,
    parent: Node | null,
    stored: Node | undefined,
  ): Promise<void> {
    const asked = this.#begin(place, parent, stored)
    const end = await this.#request(device, asked, () => asked)
    // The writer goes on typing while it is written.
    if (place % 3 === 0) await this.#type(this.#devices[1], place)
    this.#arrive(asked, await end())
  }

  /** Both devices ask for another answer at once. */
  async #tryAgainTwice(place: number, prompt: Node): Promise<void> {
    const both = this.#devices.map(() => this.#begin(place, prompt, prompt))
    const ends: (() => Promise<string>)[] = []
    for (const [at, device] of this.#devices.entries()) {
      const asked = both[at]
      if (asked) ends.push(await this.#request(device, asked, () => asked))
    }
    for (const [at, end] of ends.entries()) {
      const asked = both[at]
      if (asked) this.#arrive(asked, await end())
    }
  }

  /** Neither answer changes anything; the one that comes first is shown. */
  async #askTwo(device: SignedIn, place: number): Promise<void> {
    const { model } = this
    const asked = this.#begin(place, model.leaf, undefined)
    const other = { at: (asked.at + 1) % ANSWERED, lamp: newLamp() }
    const says = (name: string) => (name === 'some-model' ? asked : other)
    const before = model.lamps
    const end = await this.#request(device, asked, says, this.#second)
    if (place % 3 === 0) await this.#type(this.#devices[1], place)
    const order = ['some-model', 'second-model']
    for (const name of place % 2 === 0 ? order : order.toReversed()) {
      const { at, lamp } = says(name)
      const offer = { at, before: before[at] ?? '', after: lamp }
      const node = { id: await end(name), parent: asked.prompt, isAnswer: true, offer }
      model.nodes.push(node)
      if (model.leaf === asked.prompt) model.leaf = node
    }
  }

  async #use(device: SignedIn, node: Node): Promise<void> {
    const { model } = this
    const { offer } = node
    model.show(model.endOf(node))
    delete node.offer
    if (offer && model.lamps[offer.at] === offer.before) {
      model.lamps = model.lamps.with(offer.at, offer.after)
      node.change = offer
    }
    const body = { conversationId: this.#chat.id, messageId: node.id, use: true }
    expectSame((await invoke(device, 'show-branch', body)).status, 200)
  }

  async #show(device: SignedIn, node: Node | undefined): Promise<void> {
    if (!node) return
    this.model.show(this.model.endOf(node))
    const body = { conversationId: this.#chat.id, messageId: node.id }
    expectSame((await invoke(device, 'show-branch', body)).status, 200)
  }

  async #remove(device: SignedIn, node: Node | undefined): Promise<void> {
    if (!node) return
    this.model.remove(node)
    only(await device.client.from('chat_messages').delete().eq('id', node.id).select('id'))
  }

  async #type(device: SignedIn, place: number): Promise<void> {
    const at = ANSWERED + (place % (ROOMS - ANSWERED))
    const before = this.model.lamps[at] ?? ''
    const after = `${before} and on`
    this.#typed.push({ at, before, after })
    await this.#write(device, at, after)
  }

  /** Takes back what was typed last, or what an answer changed. */
  async #undo(device: SignedIn, place: number): Promise<void> {
    const { model } = this
    const changed = model.shown.flatMap(({ change }) => change ?? [])
    const last = place % 2 === 0 ? this.#typed.pop() : changed.at(-1)
    if (last && model.lamps[last.at] === last.after) await this.#write(device, last.at, last.before)
  }

  async #write(device: SignedIn, at: number, lamp: string): Promise<void> {
    this.model.lamps = this.model.lamps.with(at, lamp)
    await write(device, this.#chat, textOf(this.model.lamps))
  }

  async #shown({ client }: SignedIn): Promise<string[]> {
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
