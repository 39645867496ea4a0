import { errorText } from '../../../error-text.ts'
import { Store } from '../../../lib/store.ts'
import { messages } from '../../../messages.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import type { Attachment } from '../../document/open-text.ts'
import type { AskedEncoding } from '../../scripts/import/encoding-dialog.tsx'
import type { Reading } from './attach-file.ts'

const words = messages.attachments

/** The text that files are attached to. */
type Around = {
  workId: string
  /** Where failures are shown. */
  place: string
  attached: readonly Attachment[]
  onAdded: (workId: string, added: Attachment) => void
}

type AttachState = {
  reading: Reading | null
  /** How the letters of a file are stored. */
  asked: AskedEncoding | undefined
  /** Whether files are held above the chat. */
  isOver: boolean
}

type Loaded = Pick<typeof import('./attach-file.ts'), 'attachAll' | 'attachFile' | 'failedTitle'>

/** Attaches files to the open text, one after the other. */
export class AttachControl {
  readonly state = new Store<AttachState>({ reading: null, asked: undefined, isOver: false })
  readonly #load: () => Promise<Loaded>
  readonly #queue: File[] = []
  #around: Around | null = null
  #work: { of: string; controller: AbortController } | null = null

  constructor(load: () => Promise<Loaded> = () => import('./attach-file.ts')) {
    this.#load = load
  }

  setAround(around: Around): void {
    this.#around = around
  }

  #set(change: Partial<AttachState>): void {
    this.state.set({ ...this.state.get(), ...change })
  }

  readonly hold = (isOver: boolean): void => {
    if (isOver !== this.state.get().isOver) this.#set({ isOver })
  }

  /** Ends what is being read. */
  readonly cancel = (): void => this.#work?.controller.abort()

  /** What is read for another text is not attached to this one. */
  leave(workId: string): void {
    if (this.#work?.of === workId) this.cancel()
  }

  readonly attach = async (files: readonly File[]): Promise<void> => {
    this.#queue.push(...files)
    if (this.#work !== null || this.#queue.length === 0 || !this.#around) return
    const { workId, place, attached } = this.#around
    const controller = new AbortController()
    this.#work = { of: workId, controller }
    clearFailure(place)
    const problems = new Set<string>()
    let title = ''
    try {
      const { attachAll, attachFile, failedTitle } = await this.#load()
      title = failedTitle
      await attachAll(this.#queue, attachFile, {
        workId,
        count: attached.length,
        signal: controller.signal,
        problems,
        onReading: (reading) => this.#set({ reading }),
        onEncoding: (asked) => this.#set({ asked }),
        onAdded: (added) => this.#around?.onAdded(workId, added),
      })
    } catch (error) {
      problems.add(errorText(error, words.notLoaded))
    } finally {
      this.#queue.length = 0
      this.#work = null
      this.#set({ reading: null, asked: undefined })
    }
    if (problems.size > 0)
      report(place, {
        title: title || words.attach,
        message: [...problems].join(' '),
        kind: 'error',
      })
  }
}
