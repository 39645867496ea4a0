import { once } from 'node:events'
import { constants, createWriteStream, type WriteStream } from 'node:fs'
import { access, link, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import { StartFailure } from '../../common/failures.ts'
import { BLOCK, padding, tarHeader } from './tar.ts'

/** Script text shrinks to a fifth; higher levels take much more time and save little. */
const LEVEL = 4

const isCode = (error: unknown, ...codes: string[]) =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '')

const alreadyThere = (file: string) =>
  new StartFailure(
    `${file} exists already, and a backup never overwrites a file: choose another name`,
  )

const cannotWrite = (file: string, error: unknown) =>
  new StartFailure(`Could not write ${file}: ${(error as Error).message}`, { cause: error })

async function refuseExisting(file: string): Promise<void> {
  const isThere = await access(file, constants.F_OK).then(
    () => true,
    () => false,
  )
  if (isThere) throw alreadyThere(file)
}

/** A link fails if the name is taken, a rename would replace the file; not every file system has links. */
async function moveTo(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file)
    await rm(temporary)
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw alreadyThere(file)
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error
    await refuseExisting(file)
    await rename(temporary, file)
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A tar.gz file that appears under its name only when it is complete and on disk. */
export class ArchiveWriter {
  readonly #file: string
  readonly #temporary: string
  readonly #gzip: Gzip = createGzip({ level: LEVEL })
  readonly #written: Promise<void>
  readonly #modified = new Date()

  private constructor(file: string, temporary: string, target: WriteStream) {
    this.#file = file
    this.#temporary = temporary
    this.#written = pipeline(this.#gzip, target)
    // #write and finish report a failure; until then it must not be an unhandled rejection.
    this.#written.catch(() => undefined)
  }

  static async create(file: string): Promise<ArchiveWriter> {
    await refuseExisting(file)
    const temporary = `${file}.partial-${process.pid}`
    const target = createWriteStream(temporary, { mode: 0o600, flush: true })
    try {
      await once(target, 'open')
    } catch (error) {
      throw cannotWrite(file, error)
    }
    return new ArchiveWriter(file, temporary, target)
  }

  async add(folder: string, name: string, contents: Buffer): Promise<void> {
    await this.#write(tarHeader({ folder, name, size: contents.length }, this.#modified))
    await this.#write(contents)
    await this.#write(Buffer.alloc(padding(contents.length)))
  }

  /** Completes the file and returns its size. */
  async finish(): Promise<number> {
    await this.#write(Buffer.alloc(2 * BLOCK))
    try {
      this.#gzip.end()
      await this.#written
      const { size } = await stat(this.#temporary)
      await moveTo(this.#temporary, this.#file)
      await flushFolder(path.dirname(this.#file))
      return size
    } catch (error) {
      throw error instanceof StartFailure ? error : cannotWrite(this.#file, error)
    }
  }

  /** Closes and deletes the unfinished file. */
  async discard(): Promise<void> {
    this.#gzip.destroy()
    // The pipeline always fails here: destroying its source is what closes the file.
    await this.#written.catch(() => undefined)
    await rm(this.#temporary, { force: true })
  }

  async #write(bytes: Buffer): Promise<void> {
    if (bytes.length === 0) return
    try {
      if (this.#gzip.write(bytes)) return
      await Promise.race([once(this.#gzip, 'drain'), this.#written])
    } catch (error) {
      // Prefer the pipeline's error, for example that the disk is full.
      await this.#written.catch((reason: unknown) => {
        throw cannotWrite(this.#file, reason)
      })
      throw cannotWrite(this.#file, error)
    }
  }
}
