import type { LocalText } from '../../../../web/features/document/storage/local-texts.ts'
import type { LocalCopy } from '../../../../web/features/document/sync/text-sync.ts'

/** The browser's copy, in memory. */
export class FakeLocal implements LocalText {
  isLent = false
  copy: LocalCopy | null = null
  stray: LocalCopy | null = null
  isReleased = false
  left: LocalCopy[] = []
  isFull = false

  async write(copy: LocalCopy): Promise<void> {
    if (this.isFull) throw new DOMException('', 'QuotaExceededError')
    this.copy = structuredClone(copy)
  }

  async remove(): Promise<void> {
    this.copy = null
  }

  async writeStray(copy: LocalCopy | null): Promise<void> {
    this.stray = structuredClone(copy)
  }

  release(): void {
    this.isReleased = true
  }

  async takeOver(_: AbortSignal, onCopy: (copy: LocalCopy) => LocalCopy | null): Promise<void> {
    for (const copy of this.left.splice(0)) this.copy = onCopy(copy)
  }

  get storedText(): string | undefined {
    return this.copy?.steps.at(-1)?.splices.at(-1)?.text
  }
}
