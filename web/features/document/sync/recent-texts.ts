import { textHash } from './text-hash.ts'

const MAX_TEXTS = 3

type Recent = { text: string; hash: Promise<string> | undefined }

/** The server's last few texts, found by hash, so that versions with the same text need not be fetched. */
export class RecentTexts {
  /** Newest first. */
  #texts: Recent[] = []

  /** If the hash is left out, `find` computes it. */
  add(text: string, hash?: string): void {
    const known = this.#texts.find((recent) => recent.text === text)
    const others = this.#texts.filter((recent) => recent !== known)
    const newest = { text, hash: hash === undefined ? known?.hash : Promise.resolve(hash) }
    this.#texts = [newest, ...others].slice(0, MAX_TEXTS)
  }

  async find(hash: string): Promise<string | undefined> {
    for (const recent of this.#texts) {
      recent.hash ??= textHash(recent.text)
      if ((await recent.hash) === hash) return recent.text
    }
    return undefined
  }
}
