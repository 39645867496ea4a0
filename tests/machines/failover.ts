// Kills the primary of a replicated PostgreSQL while people write, and promotes the standby: npm run test:failover
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inBenchFolder, undo } from '../../bench/support/bench-folder.ts'
import { signUp, type User } from '../../bench/support/sign-up.ts'
import { AppProcess } from './app-process.ts'
import { freePorts } from './free-ports.ts'
import { Postgres, USER } from './postgres.ts'

const ROUNDS = Number(process.env['ROUNDS'] ?? 2)
const WRITERS = 8
const BEFORE = 3_000
const AFTER = 3_000
/** From the promotion to the first acknowledged write of each process, in ms. */
const RESUMED_WITHIN = 10_000
const DATABASE = 'script_writer'

const print = (line: string) => process.stdout.write(`${line}\n`)

type Saved = { title: string; url: string; at: number }

/** Saves scripts one after another, and goes on when it fails. */
async function write(
  { url }: AppProcess,
  user: User,
  name: string,
  saved: Saved[],
  until: AbortSignal,
): Promise<number> {
  let refused = 0
  for (let n = 0; !until.aborted; n += 1) {
    const title = `${name} ${n}`
    const isSaved = await fetch(`${url}/rest/v1/scripts`, {
      method: 'POST',
      headers: user.headers,
      body: JSON.stringify({ title, content: `INT. ROOM ${n} - DAY` }),
    }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isSaved) saved.push({ title, url, at: performance.now() })
    else refused += 1
    await pause(10)
  }
  return refused
}

async function createPeople({ url }: AppProcess, primary: Postgres): Promise<User[]> {
  const { anonKey } = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  const people: User[] = []
  for (let n = 0; n < WRITERS; n += 1) people.push(await signUp(url, anonKey, `person${n}`))
  await primary.query('update public.profiles set approved = true', DATABASE)
  return people
}

async function failOver(
  round: number,
  { primary, standby }: { primary: Postgres; standby: Postgres },
  apps: readonly AppProcess[],
  people: readonly User[],
): Promise<boolean> {
  const saved: Saved[] = []
  const end = new AbortController()
  const work = people.map((user, n) =>
    write(apps[n % apps.length] as AppProcess, user, `${round}-${n}`, saved, end.signal),
  )
  await pause(BEFORE)
  const killed = performance.now()
  await primary.kill()
  await standby.promote()
  const promoted = performance.now()
  const firstOf = ({ url }: AppProcess) =>
    saved.find((one) => one.url === url && one.at > promoted)?.at
  while (apps.some((app) => firstOf(app) === undefined)) {
    if (performance.now() - promoted > 3 * RESUMED_WITHIN) break
    await pause(10)
  }
  await pause(AFTER)
  end.abort()
  const refused = (await Promise.all(work)).reduce((sum, count) => sum + count, 0)
  const rows = await standby.query('select title from public.scripts', DATABASE)
  const present = new Set(rows.map(({ title }) => title))
  const lost = saved.filter(({ title }) => !present.has(title)).length
  const resumed = Math.max(...apps.map((app) => (firstOf(app) ?? Infinity) - promoted))
  print(
    `round ${round}: killed the primary on port ${primary.port}, promoted ${standby.port} in ${Math.round(promoted - killed)} ms; ` +
      `all processes wrote again ${Math.round(resumed)} ms after that; ` +
      `${saved.length} saves acknowledged, ${lost} lost, ${refused} refused meanwhile`,
  )
  return lost === 0 && resumed <= RESUMED_WITHIN
}

await inBenchFolder(async (folder) => {
  const [first = 0, second = 0, ...appPorts] = await freePorts(4)
  let primary = new Postgres(path.join(folder, 'first'), first)
  let standby = new Postgres(path.join(folder, 'second'), second)
  undo.push(() => Promise.all([primary.kill(), standby.kill()]))
  await primary.createPrimary()
  await primary.query(`create database ${DATABASE}`)
  await standby.createStandbyOf(primary)
  const env = {
    DATABASE_URL: `postgresql://${USER}@127.0.0.1:${first},127.0.0.1:${second}/${DATABASE}?target_session_attrs=read-write`,
    JWT_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: 'https://scripts.example.com',
  }
  const apps = appPorts.map(
    (port) => new AppProcess(port, { ...env, DATA_DIR: path.join(folder, `data-${port}`) }),
  )
  undo.push(() => Promise.all(apps.map((app) => app.stop())))
  for (const app of apps) await app.start()
  const people = await createPeople(apps[0] as AppProcess, primary)
  let isGood = true
  for (let round = 1; round <= ROUNDS; round += 1) {
    isGood = (await failOver(round, { primary, standby }, apps, people)) && isGood
    ;[primary, standby] = [standby, primary]
    // The old primary may have commits that were not replicated, so it returns as a copy of the new one.
    if (round < ROUNDS) await standby.createStandbyOf(primary)
  }
  process.exitCode = isGood ? 0 : 1
})
