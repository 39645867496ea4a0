import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { numberedScenes } from '../../../../screenplay/answers.ts'
import { changedLines, changeOf, mergeOf } from '../../../support/any-changes.ts'
import { CharacterText, type Done } from '../../../support/character-text.ts'
import { rooms } from '../../../support/documents/forty-rooms.ts'
import type { Behaviour } from '../../../support/providers/hostile-provider.ts'
import { only, type SignedIn } from '../../../support/rest/fixture.ts'
import { draftOf, historyOf, keep, type Step } from '../../versions/text-fixture.ts'
import { type Chat, workingText } from './answer-fixture.ts'
import { ended, invoke } from '../generation-fixture.ts'
import { FIRST_MODEL, type HostileFixture } from '../hostile-fixture.ts'

/** The script before anything is asked. */
export const firstText = rooms(3)

type Node = {
  id: string
  parent: Node | null
  isAnswer: boolean
  /** It changed the text, or would if it is used. */
  state?: 'applied' | 'offered'
}

/** A conversation and its script as a simple program would keep them. */
class SimpleConversation {
  nodes: Node[] = []
  leaf: Node | null = null
  readonly script = new CharacterText(firstText)

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

  /** True if lines stay as they are. */
  show(leaf: Node | null): boolean {
    const [before, after] = [this.shown, this.path(leaf)]
    const isApplied = ({ state }: Node) => state === 'applied'
    const left = before.filter((node) => isApplied(node) && !after.includes(node))
    const returning = after.filter((node) => isApplied(node) && !before.includes(node))
    this.leaf = leaf
    const out = left.toReversed().map(({ id }) => this.script.move(id, true))
    const back = returning.map(({ id }) => this.script.move(id, false))
    return [...out, ...back].includes(true)
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
type Asked = {
  device: Device
  prompt: Node
  parent: Node | null
  says: (model: string) => string
  /** Lines stayed as they were when its branch was shown. */
  keptLines: boolean
  /** Somebody typed while it was written. */
  isTypedOver: boolean
}
type Arrived = { id: string; job: string; withheld: string | null; partlyApplied: boolean }
/** A browser, and what it did, newest last. */
type Device = { signedIn: SignedIn; done: Done[] }

export const KINDS = [
  'ask',
  'ask',
  'ask',
  'again',
  'again',
  'twice',
  'edit',
  'two',
  'use',
  'show',
  'show',
  'show',
  'remove',
  'undo',
  'undo',
  'type',
  'type',
  'type',
  'type',
  'offline',
]
export type BranchStep = { kind: string; place: number; what: number }

/** Does random things to a conversation and its script, on two devices, and expects what the simple program says. */
export class BranchWriter {
  readonly model = new SimpleConversation()
  asked = 0
  applied = 0
  readonly #fixture: HostileFixture
  readonly #devices: readonly [Device, Device]
  readonly #chat: Chat
  readonly #second: string
  #words = 0
  /** The text before the last step, which a device that was offline still has. */
  #former = firstText

  constructor(
    fixture: HostileFixture,
    devices: readonly [SignedIn, SignedIn],
    chat: Chat,
    second: string,
  ) {
    this.#fixture = fixture
    this.#devices = [
      { signedIn: devices[0], done: [] },
      { signedIn: devices[1], done: [] },
    ]
    this.#chat = chat
    this.#second = second
  }

  async do({ kind, place, what }: BranchStep): Promise<void> {
    const { model } = this
    const any = <Item>(items: readonly Item[]): Item | undefined => items[place % items.length]
    const device = this.#devices[what % 2] ?? this.#devices[0]
    const answer = any(model.shown.filter(({ isAnswer, parent }) => isAnswer && !parent?.isAnswer))
    const prompt = any(model.shown.filter(({ isAnswer }) => !isAnswer))
    const before = model.script.text
    if (kind === 'ask') await this.#ask(device, { place, what }, model.leaf, undefined)
    else if (kind === 'again' && answer?.parent)
      await this.#ask(device, { place, what }, answer.parent, answer.parent)
    else if (kind === 'twice' && answer?.parent)
      await this.#tryAgainTwice({ place, what }, answer.parent)
    else if (kind === 'edit' && prompt)
      await this.#ask(device, { place, what }, prompt.parent, undefined)
    else if (kind === 'two') await this.#askTwo(device, { place, what })
    else if (kind === 'use')
      await this.#use(device, any(model.nodes.filter(({ state }) => state === 'offered')))
    else if (kind === 'show') await this.#show(device, any(model.nodes))
    else if (kind === 'remove') await this.#remove(device, any(model.shown))
    else if (kind === 'undo') await this.#undo(device)
    else if (kind === 'offline') await this.#typeOffline(device, place)
    else await this.#type(device, place, what)
    this.#former = before
    const { text } = model.script
    const words = text.match(/word\d+/g) ?? []
    expectSame(new Set(words).size, words.length)
    for (const { signedIn } of this.#devices) {
      expectSame(await workingText(signedIn, this.#chat), text)
      expectSame(
        await this.#shown(signedIn),
        model.shown.map(({ id }) => id),
      )
    }
  }

  readonly #newWord = () => `word${(this.#words += 1)}`

  /** Does something to the text of the simple program, as one step of a device's undo history. */
  #doing(device: Device, something: () => void): void {
    device.done.push(this.model.script.doing(something))
  }

  #moveTo(device: Device, leaf: Node | null): boolean {
    let keptLines = false
    this.#doing(device, () => {
      keptLines = this.model.show(leaf)
    })
    return keptLines
  }

  /** What an answer says: a scene with lines changed, added or removed, another scene, or all of it. */
  #answerTo(place: number, what: number): string {
    const { text } = this.model.script
    const scenes = numberedScenes(text).filter(({ id }) => id > 0)
    const scene = scenes[place % scenes.length]
    const added = `INT. ${this.#newWord()} - DAY\n\n${this.#newWord()}.\n`
    if (!scene) return `<script>\n${added}</script>`
    const kind = what % 10
    if (kind === 0) return `<scene after="${scene.id}">\n${added}</scene>`
    if (kind === 1 && scenes.length > 1) return `<scene id="${scene.id}" delete="true"/>`
    const own = text.slice(scene.start, scene.end)
    const body = own.indexOf('\n\n') + 2
    const lines =
      body === 1
        ? `${own}\n\n${this.#newWord()}.`
        : own.slice(0, body) + changedLines(own.slice(body), place, what, this.#newWord)
    const changed = `${lines.trimEnd()}\n\n`
    if (kind === 2)
      return `<script>\n${text.slice(0, scene.start)}${changed}${text.slice(scene.end)}</script>`
    return `<scene id="${scene.id}">\n${changed}</scene>`
  }

  /** Sends the request; the answer waits until it is told to go on. */
  async #request({ device, prompt, parent, says }: Asked, second?: string) {
    const waiting = new Map<string, Provided>()
    const count = second === undefined ? 1 : 2
    const begun = Promise.withResolvers<undefined>()
    this.#fixture.behave((answer, { body }) => {
      const { model } = body as { model: string }
      // A second request is to repair the answer.
      if (waiting.has(model)) answer.say(says(model))
      else answer.say(says(model).slice(0, 30))
      if (waiting.has(model)) answer.end()
      waiting.set(model, answer)
      if (waiting.size === count) begun.resolve(undefined)
    })
    const { signedIn } = device
    const draft = await draftOf(signedIn.client, this.#chat.workId)
    const { status, body } = await invoke(signedIn, 'generate-script', {
      conversationId: this.#chat.id,
      scriptId: this.#chat.workId,
      revision: draft?.revision,
      prompt: 'Change it',
      message: { id: prompt.id, parent: parent?.id ?? prompt.id },
      ...(second !== undefined && { model: FIRST_MODEL, second }),
    })
    const { jobId, secondJobId } = body as { jobId: string; secondJobId?: string }
    expectSame([status, body], [200, expect.objectContaining({ success: true })])
    await begun.promise
    this.asked += count
    /** Ends the answer of a model. */
    return async (model = 'some-model'): Promise<Arrived> => {
      const provided = waiting.get(model)
      provided?.say(says(model).slice(30))
      provided?.end()
      const job = model === 'some-model' ? jobId : (secondJobId ?? '')
      const end = await ended(signedIn, job)
      expectSame(end.status, 'completed')
      // Of two answers one is not shown.
      const all = only(await signedIn.client.rpc('branches_of', { conversation_id: this.#chat.id }))
      const message = all.find(({ type, job_id }) => type === 'ai' && job_id === job)
      const { id = '', withheld = null, partly_applied: partlyApplied = false } = message ?? {}
      return { id, job, withheld, partlyApplied }
    }
  }

  /** The prompt as it is added or asked again, and what the branch makes of the text. */
  #begin(device: Device, parent: Node | null, stored: Node | undefined) {
    const { model } = this
    const keptLines = parent !== model.leaf && this.#moveTo(device, parent)
    const prompt = stored ?? { id: randomUUID(), parent, isAnswer: false }
    if (!stored) model.add(prompt)
    return { device, prompt, parent, keptLines, isTypedOver: false }
  }

  async #arrive(asked: Asked, { id, job, withheld, partlyApplied }: Arrived): Promise<void> {
    const { model } = this
    let { keptLines } = asked
    if (model.leaf !== asked.prompt)
      keptLines = this.#moveTo(asked.device, asked.prompt) || keptLines
    const node: Node = { id, parent: asked.prompt, isAnswer: true }
    model.add(node)
    const isApplied = await this.#apply(asked.device, node, job)
    if (isApplied && !asked.isTypedOver) expectSame([withheld, partlyApplied], [null, keptLines])
  }

  /** Takes over what the server made of the text with an answer; false if nothing. */
  async #apply(device: Device, node: Node, job: string): Promise<boolean> {
    const { client } = device.signedIn
    const history = await historyOf(client, this.#chat.workId)
    const textOf = async (id: string | undefined) =>
      only(await client.rpc('version_text', { version_id: id ?? '' }))
    const at = history.findIndex(({ job_id }) => job_id === job)
    if (at === -1) return false
    expectSame(await textOf(history[at + 1]?.id), this.model.script.text)
    const text = await textOf(history[at]?.id)
    // What was removed before may be part of what the answer changes: where it comes back then is not known.
    for (const { done } of this.#devices) done.length = 0
    this.#doing(device, () => this.model.script.answer(node.id, text))
    node.state = 'applied'
    this.applied += 1
    return true
  }

  /** The writer goes on typing while it is written. */
  async #typeOver(asked: Asked, place: number, what: number): Promise<void> {
    if (place % 3 > 0) return
    asked.isTypedOver = true
    await this.#type(this.#devices[1], place + 1, what)
  }

  async #ask(
    device: Device,
    { place, what }: Omit<BranchStep, 'kind'>,
    parent: Node | null,
    stored: Node | undefined,
  ): Promise<void> {
    const begun = this.#begin(device, parent, stored)
    const text = this.#answerTo(place, what)
    const asked: Asked = { ...begun, says: () => text }
    const end = await this.#request(asked)
    await this.#typeOver(asked, place, what)
    await this.#arrive(asked, await end())
  }

  /** Both devices ask for another answer at once. */
  async #tryAgainTwice({ place, what }: Omit<BranchStep, 'kind'>, prompt: Node): Promise<void> {
    const all: { asked: Asked; end: () => Promise<Arrived> }[] = []
    for (const [at, device] of this.#devices.entries()) {
      const begun = this.#begin(device, prompt, prompt)
      const text = this.#answerTo(place + at, what + at)
      const asked: Asked = { ...begun, says: () => text }
      all.push({ asked, end: await this.#request(asked) })
    }
    for (const { asked, end } of all) await this.#arrive(asked, await end())
  }

  /** Neither answer changes anything; the one that comes first is shown. */
  async #askTwo(device: Device, { place, what }: Omit<BranchStep, 'kind'>): Promise<void> {
    const { model } = this
    const begun = this.#begin(device, model.leaf, undefined)
    const [one, other] = [this.#answerTo(place, what), this.#answerTo(place + 1, what + 1)]
    const asked: Asked = { ...begun, says: (name) => (name === 'some-model' ? one : other) }
    const end = await this.#request(asked, this.#second)
    await this.#typeOver(asked, place, what)
    const order = ['some-model', 'second-model']
    for (const name of place % 2 === 0 ? order : order.toReversed()) {
      const { id, withheld } = await end(name)
      const node: Node = { id, parent: asked.prompt, isAnswer: true }
      if (withheld === 'compared') node.state = 'offered'
      model.nodes.push(node)
      if (model.leaf === asked.prompt) model.leaf = node
    }
  }

  async #use(device: Device, node: Node | undefined): Promise<void> {
    if (!node) return
    const { model } = this
    const { client } = device.signedIn
    this.#moveTo(device, model.endOf(node))
    const body = { conversationId: this.#chat.id, messageId: node.id, use: true }
    expectSame((await invoke(device.signedIn, 'show-branch', body)).status, 200)
    const { job_id } = only(
      await client.from('chat_messages').select('job_id').eq('id', node.id).single(),
    )
    delete node.state
    await this.#apply(device, node, job_id ?? '')
  }

  async #show(device: Device, node: Node | undefined): Promise<void> {
    if (!node) return
    const keptLines = this.#moveTo(device, this.model.endOf(node))
    const body = { conversationId: this.#chat.id, messageId: node.id }
    expectSame(await invoke(device.signedIn, 'show-branch', body), {
      status: 200,
      body: { success: true, keptLines },
    })
  }

  async #remove({ signedIn: { client } }: Device, node: Node | undefined): Promise<void> {
    if (!node) return
    this.model.remove(node)
    only(await client.from('chat_messages').delete().eq('id', node.id).select('id'))
  }

  async #type(device: Device, place: number, what: number): Promise<void> {
    const change = changeOf(this.model.script.text, place, what, this.#newWord)
    this.#doing(device, () => this.model.script.write([change]))
    await this.#keep(device, [{ origin: place % 5 === 0 ? 'pasted' : 'typed', splices: [change] }])
  }

  /** Takes back what this device did last. */
  async #undo(device: Device): Promise<void> {
    const last = device.done.pop()
    const changes = last && this.model.script.undo(last)
    if (changes) await this.#keep(device, [{ origin: 'restore', splices: changes }])
  }

  /** Types a line into a text that others have changed, and merges. */
  async #typeOffline(device: Device, place: number): Promise<void> {
    const merged = mergeOf(this.#former, this.model.script.text, place, this.#newWord)
    if (!merged) return
    this.#doing(device, () => this.model.script.write(merged.changes, false))
    await this.#keep(device, merged.sent)
  }

  async #keep({ signedIn: { client } }: Device, steps: Step[]): Promise<void> {
    const draft = await draftOf(client, this.#chat.workId)
    const { text } = this.model.script
    only(await keep(client, this.#chat.workId, draft?.revision ?? 0, steps, text))
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
