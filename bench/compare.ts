// Comparing two versions of a 120-page script, next to two packages: npm run bench:compare
import { Worker } from 'node:worker_threads'
import type { CompareResult, Comparer } from './support/compare-thread.ts'
import { median } from './support/median.ts'
import { judge, print, WIDTH } from './support/report.ts'
import { scene, scenesOf } from './support/varied-scenes.ts'

const ROUNDS = 3
const PEERS = ['diff, lines', 'diff, words', 'diff-match-patch'] as const
const TITLE = 'Title: The Comparison\n\n'

const scenes = scenesOf(200_000)
const before = TITLE + scenes.join('')

/** Removes, replaces or adds a word at each of `edits` evenly spread places. */
function edited(text: string, edits: number): string {
  const words = text.split(' ')
  for (let edit = 0; edit < edits; edit += 1) {
    const at = Math.floor(((edit + 0.5) * words.length) / edits)
    const instead = [[], ['replaced'], ['two', `${words[at]}`]][edit % 3] ?? []
    words.splice(at, 1, ...instead)
  }
  return words.join(' ')
}

const rewritten = scenes.map((text, n) => (n % 2 ? scene(n, 1) : text))
const reordered = [...scenes]
for (const at of [10, 35, 60, 85, 105]) reordered.splice(at + 7, 0, ...reordered.splice(at, 1))

const cases = [
  { name: '30 edits', after: edited(before, 30), most: 150 },
  { name: 'every second scene rewritten', after: TITLE + rewritten.join(''), most: 1_000 },
  { name: '5 scenes moved, 30 edits', after: edited(TITLE + reordered.join(''), 30), most: 150 },
]

/** Compares in a new thread, as the browser does, so that no code is compiled yet. */
const compare = (comparer: Comparer, after: string): Promise<CompareResult> =>
  new Promise((resolve, reject) => {
    const workerData = { comparer, before, after }
    const thread = new Worker(new URL('support/compare-thread.ts', import.meta.url), { workerData })
    thread.once('message', resolve)
    thread.once('error', reject)
  })

async function measured(comparer: Comparer, after: string): Promise<CompareResult> {
  const results: CompareResult[] = []
  for (let round = 0; round < ROUNDS; round += 1) results.push(await compare(comparer, after))
  const { share, moved = 0 } = results[0] ?? {}
  return { time: median(results.map(({ time }) => time)), share, moved }
}

const percent = (share: number | undefined) =>
  share === undefined ? 'given up' : `${(share * 100).toFixed(1)} % of both texts changed`

print(`${scenes.length} scenes, ${(before.length / 1000).toFixed(0)} KB, median of ${ROUNDS} in ms`)
for (const { name, after, most } of cases) {
  print(`\n${name}`)
  const own = await measured('script', after)
  judge('compareScripts', own.time, own.time <= most, `${most} ms`)
  print(`${''.padEnd(WIDTH)}           ${percent(own.share)}, ${own.moved} scenes moved`)
  for (const peer of PEERS) {
    const { time, share } = await measured(peer, after)
    print(`${peer.padEnd(WIDTH)}${time.toFixed(2).padStart(9)}  ${percent(share)}`)
  }
}
