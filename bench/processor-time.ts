import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

const TICKS_A_SECOND = 100

/** A process, or one of its threads. */
type Computing = number | `${number}/task/${number}`

/** The thread that runs JavaScript first; its number is the process's own. */
export const mainThreadOf = (pid: number): Computing => `${pid}/task/${pid}`

/** Milliseconds that each has computed so far; Linux alone says so. */
async function computed(pids: readonly Computing[]): Promise<Map<Computing, number>> {
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)
    return [pid, (1000 * ticks) / TICKS_A_SECOND] as const
  })
  return new Map(await Promise.all(times))
}

/** What the work gives, and the milliseconds that some processes and the database computed for it. */
export async function costOf<T, Name extends string>(
  pool: Pool,
  processes: Record<Name, Computing>,
  work: () => Promise<T>,
) {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  const backends = rows.map(({ pid }) => pid)
  const all = [...Object.values<Computing>(processes), ...backends]
  const before = await computed(all)
  const done = await work()
  const after = await computed(all)
  const grown = (pid: Computing) => (after.get(pid) ?? 0) - (before.get(pid) ?? 0)
  const named = Object.entries<Computing>(processes).map(([name, pid]) => [name, grown(pid)])
  const database = backends.map(grown).filter((each) => !Number.isNaN(each))
  return {
    done,
    cost: {
      ...(Object.fromEntries(named) as Record<Name, number>),
      database: database.reduce((a, b) => a + b, 0),
    },
  }
}
