import type { WordOrigin } from '../../contract/authorship.ts'

/** Where words come from. */
export type Source = {
  origin: WordOrigin
  /** The number of the version that brought them. */
  version: number
  jobId: string | null
}

/** The source of every serial number, stored by range, because consecutive numbers mostly share a source. */
export class Sources {
  readonly list: (Source & { first: number })[] = []
  count = 0

  /** A new serial number for a word of this source. */
  next({ origin, version, jobId }: Source): number {
    const last = this.list.at(-1)
    if (last?.version !== version || last.origin !== origin || last.jobId !== jobId) {
      this.list.push({ first: this.count, origin, version, jobId })
    }
    this.count += 1
    return this.count - 1
  }

  /** The index in `list` of a serial number's source. */
  indexOf(serial: number): number {
    let low = 0
    let high = this.list.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.list[middle]?.first ?? 0) <= serial) low = middle
      else high = middle - 1
    }
    return low
  }
}
