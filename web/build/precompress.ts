import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compressible = new Set(['.js', '.css', '.html', '.svg', '.json', '.txt'])
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Above this size quality 11 is too slow: the PDF reader, loaded only to import a PDF, took a quarter of the build. */
const LARGE = 1_000_000

async function compressFile(path: string): Promise<void> {
  const plain = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: plain.length > LARGE ? 9 : 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  const [br, gz] = await Promise.all([brotli(plain, { params }), gzipped(plain, { level: 9 })])
  if (br.length < plain.length) await writeFile(`${path}.br`, br)
  if (gz.length < plain.length) await writeFile(`${path}.gz`, gz)
}

async function filesToCompress(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const paths = names
    .filter((name) => compressible.has(extname(name)))
    .map((name) => join(folder, name))
  const stats = await Promise.all(paths.map((path) => stat(path)))
  return paths.filter((_, index) => stats[index]?.isFile())
}

/**
 * Writes a .br and a .gz next to every text file, so that the server does not compress per request. The
 * stamp is written last: an interrupted build has none.
 */
export function precompress({ stamp }: { stamp: string }): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) throw new Error('precompress: the build has no output folder')
        const paths = await filesToCompress(dir)
        await Promise.all(paths.map(compressFile))
        await writeFile(join(dir, stamp), `${new Date().toISOString()}\n`)
      },
    },
  }
}
