import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { StartFailure } from '../../common/failures.ts'
import { BLOCK, type Entry, padding, readTarHeader } from './tar.ts'

export type ArchiveEntry = Entry & { contents: AsyncIterable<Buffer> }

const TRUNCATED = 'it ends too early'

export const damaged = (file: string, how: string) =>
  new StartFailure(`${file} is damaged, so nothing was restored: ${how}; use another backup`)

export const noBackup = (file: string) => new StartFailure(`${file} is no backup of Script Writer`)

function readingFailure(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return new StartFailure(`There is no file ${file}`)
  if (message === 'incorrect header check') return noBackup(file)
  if (code === 'Z_BUF_ERROR') return damaged(file, TRUNCATED)
  if (code?.startsWith('Z_')) return damaged(file, 'its contents were changed')
  if (code) return new StartFailure(`Could not read ${file}: ${message}`)
  return error
}

async function* decompressed(file: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  // A failure is thrown by the iterator below.
  pipeline(createReadStream(file), gunzip, () => undefined)
  try {
    for await (const chunk of gunzip) yield chunk as Buffer
  } catch (error) {
    throw readingFailure(file, error)
  } finally {
    gunzip.destroy()
  }
}

/** Takes exact numbers of bytes from a stream. */
class Bytes {
  readonly #source: AsyncGenerator<Buffer>
  readonly #file: string
  #left: Buffer = Buffer.alloc(0)

  constructor(source: AsyncGenerator<Buffer>, file: string) {
    this.#source = source
    this.#file = file
  }

  /** Yields the bytes in chunks as they arrive. */
  async *take(count: number): AsyncGenerator<Buffer> {
    let missing = count
    while (missing > 0) {
      if (this.#left.length === 0) await this.#more()
      const part = this.#left.subarray(0, missing)
      this.#left = this.#left.subarray(part.length)
      missing -= part.length
      yield part
    }
  }

  async all(count: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for await (const part of this.take(count)) parts.push(part)
    return Buffer.concat(parts)
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#left.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) return true
      this.#left = value
    }
    return false
  }

  close(): Promise<unknown> {
    return this.#source.return(undefined)
  }

  async #more(): Promise<void> {
    if (await this.isAtEnd()) throw damaged(this.#file, TRUNCATED)
  }
}

function headerOf(block: Buffer, file: string): Entry | undefined {
  try {
    return readTarHeader(block)
  } catch {
    throw damaged(file, 'its contents were changed')
  }
}

/** The entries of a tar.gz file. The contents of an entry must be read before the next entry. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const bytes = new Bytes(decompressed(file), file)
  try {
    for (;;) {
      const entry = headerOf(await bytes.all(BLOCK), file)
      if (!entry) break
      yield { ...entry, contents: bytes.take(entry.size) }
      await bytes.all(padding(entry.size))
    }
    await bytes.all(BLOCK)
    if (!(await bytes.isAtEnd())) throw damaged(file, 'something was added to it')
  } finally {
    await bytes.close()
  }
}

/** Joins the numbered files of each folder, in archive order; skips what the caller does not read. */
export async function* readFolders(
  file: string,
): AsyncGenerator<{ folder: string; contents: AsyncIterable<Buffer> }> {
  const entries = readArchive(file)
  const at = { step: await entries.next() }
  const contentsOf = async function* (folder: string) {
    while (at.step.done !== true && at.step.value.folder === folder) {
      yield* at.step.value.contents
      at.step = await entries.next()
    }
  }
  while (at.step.done !== true) {
    const { folder } = at.step.value
    const contents = contentsOf(folder)
    yield { folder, contents }
    for await (const part of contents) void part
  }
}

export async function entryText({ contents }: ArchiveEntry): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of contents) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
