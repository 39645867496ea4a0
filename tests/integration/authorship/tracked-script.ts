import { hash } from 'node:crypto'
import { redo, undo } from '@codemirror/commands'
import { type WordOrigin } from '../../../contract/authorship.ts'
import {
  answerChanges,
  pendingChanges,
  switchAlternative,
  undoChanges,
} from '../../../screenplay/answers.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import { draftOf, historyOf } from '../versions/text-fixture.ts'
import type { AuthorshipFixture } from './authorship-fixture.ts'
import { Device } from './device.ts'
import { linesOf, rangeOf, startOf, WORD, wordsOf } from './word-places.ts'

/** One random step: what to do, on which device, where, and how much. */
export type Choice = { kind: number; device: number; place: number; size: number; other: number }

type Source = { origin: WordOrigin; job?: string }
type Review = { before: string; after: string; others: string[] }

const KINDS = [
  'type',
  'type over',
  'type lines',
  'delete words',
  'delete lines',
  'paste',
  'copy',
  'cut and paste',
  'move',
  'drag',
  'undo',
  'undo',
  'redo',
  'import',
  'ask',
  'answer',
  'answer',
  'rejected answer',
  'undo in the review',
  'undo all in the review',
  'another alternative',
  'paste from the chat',
  'restore',
  'save',
  'exchange',
  'exchange',
] as const

const END = '.\n\n'
const LETTERS = 8

/** Copies of fewer words are not recognised. */
const LEAST_COPIED = 4

/**
 * A script on two devices. Each word is invented once, by one source, and has its origin wherever it goes, so the
 * expected origins are known without a comparison.
 */
export class TrackedScript {
  readonly #fixture: AuthorshipFixture
  readonly #person: SignedIn
  readonly #work: string
  readonly #devices: readonly [Device, Device]
  readonly #sources = new Map<string, Source>()
  /** Words that were part of another one: undo beside what arrived meanwhile may join or cut words. */
  readonly #joined = new Set<string>()
  readonly #chat: string[][] = []
  /** An open request, and the text that the model was given. */
  #asked: { job: string; text: string } | null = null
  #review: Review | null = null
  #script: string | null = null

  constructor(fixture: AuthorshipFixture, person: SignedIn, work: string) {
    this.#fixture = fixture
    this.#person = person
    this.#work = work
    const device = () => new Device(person.client, work, (text) => this.#note(text))
    this.#devices = [device(), device()]
  }

  /** Each word of the text with its origin: as it must be, and as the record says. */
  async origins(): Promise<{ expected: string[]; recorded: string[] }> {
    for (let round = 0; round < 3; round += 1)
      for (const device of this.#devices) await device.exchange()
    const { text } = this.#devices[0]
    if (text !== this.#devices[1].text) throw new Error('the devices have different texts')
    if (text === '') return { expected: [], recorded: [] }
    const { spans } = await this.#fixture.recordOf(this.#person, { workId: this.#work })
    const words = [...text.matchAll(WORD)]
      .map((match) => ({ word: match[0], start: match.index }))
      .filter(({ word }) => this.#sources.has(word) && !this.#joined.has(word))
    const said = (word: string, origin = '', job = '') => `${word} ${origin} ${job}`.trim()
    return {
      expected: words.map(({ word }) => {
        const source = this.#sources.get(word)
        return said(word, source?.origin, source?.job)
      }),
      recorded: words.map(({ word, start }) => {
        const span = spans.find((one) => one.start <= start && start < one.end)
        return said(word, span?.origin, span?.job_id)
      }),
    }
  }

  #note(text: string): void {
    for (const [word] of text.matchAll(WORD)) {
      if (this.#sources.has(word)) continue
      for (let at = 0; at + LETTERS <= word.length; at += 1)
        this.#joined.add(word.slice(at, at + LETTERS))
    }
  }

  #words(count: number, source: Source): string[] {
    return Array.from({ length: count }, () => {
      const word = invented(this.#sources.size)
      this.#sources.set(word, source)
      return word
    })
  }

  #lines({ size, other }: Choice, source: Source): string {
    return Array.from({ length: 1 + (size % 3) }, (_, at) =>
      this.#words(1 + ((other + at) % 9), source)
        .join(' ')
        .concat(END),
    ).join('')
  }

  async do(choice: Choice): Promise<void> {
    const device = this.#devices[choice.device % 2] ?? this.#devices[0]
    const kind = device.text === '' ? 'type lines' : KINDS[choice.kind % KINDS.length]
    switch (kind) {
      case 'type':
      case undefined:
        this.#type(device, choice)
        break
      case 'type over':
      case 'delete words':
        this.#replaceWords(device, choice, kind === 'type over')
        break
      case 'type lines':
        this.#insert(device, choice.place, this.#lines(choice, { origin: 'typed' }), 'input.type')
        break
      case 'delete lines':
        device.edit({ changes: rangeOf(linesOf(device.text), choice), userEvent: 'delete' })
        break
      case 'paste':
        this.#insert(device, choice.place, this.#lines(choice, { origin: 'pasted' }), 'input.paste')
        break
      case 'copy':
      case 'cut and paste':
        this.#copy(device, choice, kind === 'cut and paste')
        break
      case 'move':
        this.#move(device, choice)
        break
      case 'drag':
        this.#drag(device, choice)
        break
      case 'undo':
      case 'redo':
        for (let at = 0; at <= choice.size % 3; at += 1) device.run(kind === 'undo' ? undo : redo)
        break
      case 'import':
        device.import(
          splice(startOf(device.text, choice.place), this.#lines(choice, { origin: 'import' })),
        )
        break
      case 'ask':
        await device.exchange()
        this.#asked ??= await this.#ask()
        break
      case 'answer':
      case 'rejected answer':
        await this.#answer(device, choice, kind === 'answer')
        break
      case 'undo in the review':
      case 'undo all in the review':
        this.#undo(device, choice, kind === 'undo all in the review')
        break
      case 'another alternative':
        this.#switch(device, choice)
        break
      case 'paste from the chat':
        this.#pasteAnswer(device, choice)
        break
      case 'restore':
        await this.#restore(device, choice)
        break
      case 'save':
        await this.#save(device)
        break
      case 'exchange':
        await device.exchange({ isLive: choice.size % 2 === 0, isLost: choice.other % 5 === 0 })
    }
  }

  #insert(device: Device, place: number, text: string, userEvent: string): void {
    device.edit({ changes: { from: startOf(device.text, place), insert: text }, userEvent })
  }

  #type(device: Device, { place, other }: Choice): void {
    const word = wordsOf(device.text, place)
    const text = this.#words(1 + (other % 3), { origin: 'typed' }).map((one) => ` ${one}`)
    device.edit({
      changes: { from: word?.end ?? 0, insert: text.join('') },
      userEvent: 'input.type',
    })
  }

  /** Some words of a line, replaced by others or removed. */
  #replaceWords(device: Device, { place, size, other }: Choice, isTyped: boolean): void {
    const range = wordsOf(device.text, place, 1 + (size % 3))
    if (!range) return
    const insert = isTyped ? this.#words(1 + (other % 2), { origin: 'typed' }).join(' ') : ''
    const userEvent = isTyped ? 'input.type' : 'delete'
    device.edit({ changes: { from: range.start, to: range.end, insert }, userEvent })
  }

  #copy(device: Device, choice: Choice, isCut: boolean): void {
    // Typed and cut at once: a cut after a drag, without anything between, is recorded with it.
    if (isCut) this.#type(device, choice)
    const from = rangeOf(linesOf(device.text), { ...choice, size: 0 })
    const text = device.text.slice(from.from, from.to)
    if ((text.match(WORD) ?? []).length < LEAST_COPIED) return
    if (isCut) device.edit({ changes: from, userEvent: 'delete.cut' })
    this.#insert(device, choice.other, text, 'input.paste')
  }

  #move(device: Device, choice: Choice): void {
    const from = rangeOf(linesOf(device.text), choice)
    const to = startOf(device.text, choice.other)
    if (to > from.from && to < from.to) return
    const insert = device.text.slice(from.from, from.to)
    device.edit({ changes: [from, { from: to, insert }], userEvent: 'move.scene' })
  }

  #drag(device: Device, { place, size, other }: Choice): void {
    const range = wordsOf(device.text, place, 1 + (size % 3))
    const to = wordsOf(device.text, other)?.end
    if (!range || to === undefined || (to >= range.start && to <= range.end)) return
    const insert = ` ${device.text.slice(range.start, range.end)}`
    const changes = [
      { from: range.start, to: range.end },
      { from: to, insert },
    ]
    device.edit({ changes, userEvent: 'move.drop' })
  }

  /** The text as the server has it. */
  async #stored(): Promise<string> {
    return (await draftOf(this.#person.client, this.#work))?.text ?? ''
  }

  async #ask(): Promise<{ job: string; text: string }> {
    const text = await this.#stored()
    return { job: await this.#fixture.ask(this.#person, this.#work), text }
  }

  /** Ends the request with an answer that repeats much of the text, changes some of it and adds to it. */
  async #answer(device: Device, choice: Choice, isApplied: boolean): Promise<void> {
    await device.exchange()
    const { job, text: given } = this.#asked ?? (await this.#ask())
    this.#asked = null
    const source: Source = { origin: 'answer', job }
    if (!isApplied) {
      const words = this.#words(8 + (choice.size % 8), source)
      this.#chat.push(words)
      return this.#fixture.end(job, `${given}${words.join(' ')}${END}`)
    }
    const before = await this.#stored()
    const rewritten = () => this.#rewritten(before, choice, source)
    const others = choice.size % 4 === 0 ? [rewritten(), rewritten()] : []
    const text = rewritten()
    await this.#fixture.end(job, text, { text, others })
    this.#review = { before, after: text, others }
    await device.exchange({ isAsked: choice.size % 2 === 0 })
  }

  #rewritten(before: string, { place, size, other }: Choice, source: Source): string {
    const lines = linesOf(before).map(({ start, end }) => before.slice(start, end))
    const changed = lines.map((line, at) => {
      const how = (place + at * (1 + other)) % 5
      if (how === 0) return ''
      if (how === 1) return `${this.#words(1 + (size % 6), source).join(' ')}${END}`
      const range = how === 2 ? wordsOf(line, other, 1 + (size % 2)) : undefined
      if (!range) return line
      const words = this.#words(1 + (other % 3), source).join(' ')
      return line.slice(0, range.start) + words + line.slice(range.end)
    })
    const added = this.#words(1 + (other % 9), source)
      .join(' ')
      .concat(END)
    changed.splice(place % (changed.length + 1), 0, added)
    return changed.join('')
  }

  #undo(device: Device, { place }: Choice, isAll: boolean): void {
    if (!this.#review) return
    const { before, after } = this.#review
    const changes = answerChanges(before, after)
    const all = pendingChanges({ before, after, working: device.text, kept: [], changes })
    const some = isAll || all.length === 0 ? all : [all[place % all.length] ?? []].flat()
    if (some.length > 0) device.takeBack(undoChanges(device.text, some))
  }

  #switch(device: Device, { place }: Choice): void {
    const { before, after, others } = this.#review ?? { before: '', after: '', others: [] }
    const to = others[place % 2]
    if (!this.#review || to === undefined) return
    device.takeBack(switchAlternative({ before, from: after, to, working: device.text }))
    this.#review = { before, after: to, others: others.with(place % 2, after) }
  }

  #pasteAnswer(device: Device, { place, size, other }: Choice): void {
    const words = this.#chat[other % Math.max(1, this.#chat.length)] ?? []
    const some = words.slice(-LEAST_COPIED - (size % 5)).join(' ')
    if (some !== '') this.#insert(device, place, some + END, 'input.paste')
  }

  async #restore(device: Device, { place, size }: Choice): Promise<void> {
    const versions = await historyOf(this.#person.client, this.#work)
    const version = versions[place % Math.max(1, versions.length)]
    if (!version) return
    await device.exchange()
    only(await this.#person.client.rpc('restore_version', { version_id: version.id }))
    await device.exchange({ isAsked: size % 2 === 0 })
  }

  async #save(device: Device): Promise<void> {
    await device.exchange()
    const content = await this.#stored()
    const which =
      this.#script === null ? { work_id: this.#work } : { script_id: this.#script, overwrite: true }
    const saved = await this.#person.client.rpc('save_script', { title: 'T', content, ...which })
    this.#script = only(saved).id
  }
}

/** Letters without much in common with those of other numbers, so that parts of two are never a third. */
const invented = (number: number): string =>
  hash('sha256', String(number), 'hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))
    .slice(0, LETTERS)

const splice = (start: number, text: string) => ({ start, end: start, text })
