import { errorText } from '../../../error-text.ts'
import { Store } from '../../../lib/store.ts'
import { messages } from '../../../messages.ts'
import { clearFailure, report } from '../../../ui/feedback/failures.ts'
import type { Attachment } from '../../document/open-text.ts'
import type { AskedEncoding } from '../../scripts/import/encoding-dialog.tsx'
import type { attachFile } from './attach-file.ts'

const words = messages.attachments

const MOST = 20

/** The text that files are attached to. */
type Around = {
  workId: string
  /** Where failures are shown. */
  place: string
  attached: readonly Attachment[]
  onAdded: (workId: string, added: Attachment) => void
}

type AttachState = {
  reading: { name: string; share: number | null; waiting: number } | null
  /** How the letters of a file are stored. */
  asked: AskedEncoding | undefined
  /** Whether files are held above the chat. */
  isOver: boolean
}

type Loaded = { attachFile: typeof attachFile; failedTitle: string; tooMany: string }

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
      const { failedTitle, ...loaded } = await this.#load()
      title = failedTitle
      await this.#attachAll(workId, attached.length, controller.signal, loaded, problems)
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

  async #attachAll(
    workId: string,
    before: number,
    signal: AbortSignal,
    loaded: Omit<Loaded, 'failedTitle'>,
    problems: Set<string>,
  ): Promise<void> {
    let count = before
    for (let file = this.#queue.shift(); file; file = this.#queue.shift()) {
      if (signal.aborted) return
      if (count >= MOST) {
        problems.add(loaded.tooMany)
        continue
      }
      const { name } = file
      const onProgress = (share: number | null) =>
        this.#set({ reading: { name, share, waiting: this.#queue.length } })
      onProgress(null)
      const onEncoding = (asked: AskedEncoding | undefined) => this.#set({ asked })
      const added = await loaded.attachFile(file, { workId, signal, onProgress, onEncoding })
      if (typeof added === 'string') problems.add(added)
      else if (added !== null) {
        count += 1
        this.#around?.onAdded(workId, added)
      }
    }
  }
}
