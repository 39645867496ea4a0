import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { Zip } from '../../../screenplay/formats.ts'
import { type ZipEntry, zipOf } from '../../../server/functions/own-data/zip-stream.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

async function* listed(...entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries
}

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const values: T[] = []
  for await (const value of source) values.push(value)
  return values
}

test('entries given whole or in parts can be read back', async () => {
  async function* parts() {
    for (let n = 0; n < 1_000; n += 1) yield `line ${n} 🎬\n`
  }
  const chunks = await all(
    zipOf(
      listed({ name: 'whole.txt', content: 'Übung' }, { name: 'ü/parts.txt', content: parts() }),
    ),
  )
  const zip = new Zip(new Uint8Array(Buffer.concat(chunks)))
  const read = async (name: string) => new TextDecoder().decode(await zip.read(name))
  expect(await read('whole.txt')).toBe('Übung')
  expect(await read('ü/parts.txt')).toBe((await all(parts())).join(''))
})

test('an entry is read only as fast as the file is taken, and no further when it is abandoned', async () => {
  const PARTS = 2_000
  let read = 0
  async function* parts() {
    for (; read < PARTS; read += 1) {
      // Hardly compressible, so that each part read produces output.
      yield Array.from({ length: 1_000 }, (_, n) => Math.sin(read * 1_000 + n)).join()
    }
  }
  const file = zipOf(listed({ name: 'long.txt', content: parts() }))
  for (let n = 0; n < 3; n += 1) await file.next()
  await file.return(undefined)
  expect(read).toBeLessThan(PARTS / 10)
})

test('an error while an entry is read ends the file with it', async () => {
  async function* parts() {
    yield 'begun'
    throw new Error('gone')
  }
  const file = zipOf(listed({ name: 'half.txt', content: parts() }))
  await expect(all(file)).rejects.toThrow('gone')
})

test('what was written of many small entries is not kept', { retry: 0 }, async () => {
  const kept = async () => {
    // What closes compressors runs in between.
    for (let n = 0; n < 3; n += 1) {
      collectGarbage()
      await setImmediate()
    }
    return process.memoryUsage().arrayBuffers
  }
  const before = await kept()
  let atEnd = Infinity
  async function* many() {
    for (let n = 0; n < 5_000; n += 1)
      yield { name: `${n}.txt`, content: `Scene ${n}\n`.repeat(100) }
    atEnd = await kept()
  }
  for await (const _ of zipOf(many()));
  expect(atEnd - before).toBeLessThan(5_000_000)
})
