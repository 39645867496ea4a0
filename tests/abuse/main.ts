// Repeats known attacks on a real server, on loopback, and measures what another user notices: npm run test:abuse [-- NAME]
import { mkdtemp, readdir } from 'node:fs/promises'
import path from 'node:path'
import { inBenchFolder, undo } from '../../bench/support/bench-folder.ts'
import type { Attack } from './attack.ts'
import { measure, type Measured } from './measure.ts'
import { tableOf } from './table.ts'
import { openFixture, type AbuseFixture } from './fixture.ts'

const FOLDER = path.join(import.meta.dirname, 'attacks')

async function loadAttacks(only: string): Promise<Attack[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.includes(only)).toSorted()
  if (files.length === 0) throw new Error(`No attack is called ${only}; see tests/abuse/attacks.`)
  const modules = files.map(
    (file) => import(path.join(FOLDER, file)) as Promise<{ attack: Attack }>,
  )
  return (await Promise.all(modules)).map(({ attack }) => attack)
}

const isAlive = (fixture: AbuseFixture): Promise<boolean> =>
  fetch(`${fixture.url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

/** One server for consecutive attacks with the same settings; a new one if an attack ended it. */
class Fixtures {
  readonly #folder: string
  #current: { fixture: AbuseFixture; settings: string } | undefined

  constructor(folder: string) {
    this.#folder = folder
    undo.push(() => this.close())
  }

  async with(env: Record<string, string> = {}): Promise<AbuseFixture> {
    const settings = JSON.stringify(env)
    if (this.#current?.settings === settings && (await isAlive(this.#current.fixture))) {
      return this.#current.fixture
    }
    await this.close()
    const fixture = await openFixture(await mkdtemp(path.join(this.#folder, 'data', 'world-')), env)
    this.#current = { fixture, settings }
    return fixture
  }

  async close(): Promise<void> {
    await this.#current?.fixture.stop()
    this.#current = undefined
  }
}

await inBenchFolder(async (folder) => {
  const fixtures = new Fixtures(folder)
  const results: Measured[] = []
  for (const attack of await loadAttacks(process.argv[2] ?? '')) {
    const env = typeof attack.env === 'function' ? await attack.env() : attack.env
    const result = await measure(attack, await fixtures.with(env))
    results.push(result)
    process.stdout.write(`${result.problems.length > 0 ? 'failed' : 'held'}  ${attack.name}\n`)
  }
  process.stdout.write(`\n${tableOf(results)}\n`)
  process.exitCode = results.every(({ problems }) => problems.length === 0) ? 0 : 1
})
