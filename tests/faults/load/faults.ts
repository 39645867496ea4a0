import { CAN_SET_CLOCK } from './clock.ts'
import type { Fixture } from './fixture.ts'

/** What is broken during a round, for at least `least` milliseconds and at most twice as long. */
export type Fault = {
  name: string
  least: number
  /** Why this machine cannot produce the fault; undefined if it can. */
  missing?: string | undefined
  /** The fault lasts until the server has refused something because of it. */
  isNoticed?: true
  begin(fixture: Fixture, server: number): Promise<void> | void
  end(fixture: Fixture, server: number): Promise<void> | void
}

const MINUTES = 60
const kinds: Fault[] = [
  {
    name: 'connections go silent',
    least: 0,
    begin: ({ relay }) => relay.freeze(),
    // The servers have to notice by themselves; `afterwards` closes the connections.
    end: () => undefined,
  },
  {
    name: 'disk full',
    least: 0,
    isNoticed: true,
    async begin({ disk }) {
      await disk?.fill()
    },
    async end({ disk, postgres }) {
      await disk?.free()
      await postgres.start()
    },
  },
  {
    name: 'clock ahead by 10 minutes, and back',
    least: 1_500,
    missing: CAN_SET_CLOCK ? undefined : "Debian's package libfaketime is not installed",
    async begin({ clock, postgres }) {
      await clock.set(10 * MINUTES)
      const [now] = await postgres.query<{ seconds: number }>(
        `select extract(epoch from clock_timestamp())::float8 - ${Date.now() / 1000} as seconds`,
      )
      if (Math.round((now?.seconds ?? 0) / MINUTES) !== 10) throw new Error('the clock is not set')
    },
    end: ({ clock }) => clock.set(0),
  },
  {
    name: 'provider and SMTP away',
    least: 500,
    async begin({ provider, office }) {
      provider.setAway(true)
      await office.close()
    },
    async end({ provider, office }) {
      provider.setAway(false)
      await office.reopen()
    },
  },
  {
    name: 'kill -9 of a server',
    least: 0,
    begin: ({ servers }, n) => servers[n]?.kill(),
    end: ({ servers }, n) => servers[n]?.start(),
  },
  {
    name: 'kill -9 of PostgreSQL',
    least: 100,
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  },
  {
    name: 'kill -9 of all of them',
    least: 0,
    async begin({ servers, postgres }) {
      await Promise.all([postgres.kill(), ...servers.map((server) => server.kill())])
    },
    async end({ servers, postgres }) {
      await postgres.start()
      await Promise.all(servers.map((server) => server.start()))
    },
  },
  {
    name: 'SIGSTOP of a server',
    least: 1_000,
    begin: ({ servers }, n) => servers[n]?.signal('SIGSTOP'),
    end: ({ servers }, n) => servers[n]?.signal('SIGCONT'),
  },
  {
    name: 'SIGSTOP of PostgreSQL',
    least: 1_000,
    begin: ({ postgres }) => postgres.freeze(),
    end: ({ postgres }) => postgres.thaw(),
  },
]

const missingIn = ({ disk }: Fixture, { name, missing }: Fault) =>
  name === 'disk full' && !disk ? 'mounting a small disk needs root' : missing

/**
 * In the order of the rounds: `npm test` runs the first ones, which no other test causes, the long form repeats
 * all of them.
 */
export const faultsIn = (fixture: Fixture): Fault[] =>
  kinds.filter((fault) => missingIn(fixture, fault) === undefined)

export const skippedIn = (fixture: Fixture): string[] =>
  kinds.flatMap((fault) => {
    const missing = missingIn(fixture, fault)
    return missing === undefined ? [] : [`${fault.name}: ${missing}`]
  })

export const afterwards = ({ relay }: Fixture) => relay.cutFrozen()
