import { textHash } from './text-hash.ts'

const MOST = 3

type Recent = { text: string; hash: Promise<string> | undefined }

/** The texts that the server had last, found by their hashes: they need not be read again as versions. */
export class RecentTexts {
  /** Newest first. */
  #texts: Recent[] = []

  /** Without its hash, that is computed when somebody looks for it. */
  add(text: string, hash?: string): void {
    const known = this.#texts.find((recent) => recent.text === text)
    const others = this.#texts.filter((recent) => recent !== known)
    const newest = { text, hash: hash === undefined ? known?.hash : Promise.resolve(hash) }
    this.#texts = [newest, ...others].slice(0, MOST)
  }

  async find(hash: string): Promise<string | undefined> {
    for (const recent of this.#texts) {
      recent.hash ??= textHash(recent.text)
      if ((await recent.hash) === hash) return recent.text
    }
    return undefined
  }
}
