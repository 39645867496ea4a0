import { hash } from 'node:crypto'
import { vocabulary } from './seed.ts'

/** Deterministic prose with a natural spread of words: repetitive text would compress too well. */
function prose(seed: number, count: number): string {
  const words = Array.from({ length: count }, (_, place) => {
    const share = hash('md5', `${seed} ${place}`, 'buffer').readUInt32BE() / 2 ** 32
    return vocabulary[Math.floor(share ** 2 * vocabulary.length)] ?? ''
  })
  return `${words.join(' ')}.`
}

/** A scene of about a page. Another round gives the same scene with other words. */
export function scene(n: number, round: number): string {
  const seed = n * 100_000 + round * 10
  const parts = [
    `${n % 2 ? 'INT' : 'EXT'}. ${vocabulary[n % vocabulary.length]?.toUpperCase()} - DAY\n`,
  ]
  for (let block = 0; block < 6; block += 1) {
    parts.push(`${prose(seed + block, 20)}\n`, `ÉLISE\n${prose(seed - block - 1, 15)}\n`)
  }
  return `${parts.join('\n')}\n`
}

/** The scenes of a script of about this size; scripts with other first scenes share no scene. */
export function scenesOf(size: number, first = 0): string[] {
  const scenes: string[] = []
  for (let written = 0; written < size; written += scenes.at(-1)?.length ?? 0) {
    scenes.push(scene(first + scenes.length, 0))
  }
  return scenes
}
