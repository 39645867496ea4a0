import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

const TICKS_PER_SECOND = 100

/** A process, or one of its threads. */
type Task = number | `${number}/task/${number}`

/** The main thread; its id equals the process id. */
export const mainThreadOf = (pid: number): Task => `${pid}/task/${pid}`

/** CPU time in ms of each process or thread so far; Linux only. */
async function cpuTimes(pids: readonly Task[]): Promise<Map<Task, number>> {
  const times = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11] ?? Number.NaN) + Number(fields[12] ?? Number.NaN)
    return [pid, (1000 * ticks) / TICKS_PER_SECOND] as const
  })
  return new Map(await Promise.all(times))
}

/** The result of the work, and the CPU time in ms it cost these processes and the database. */
export async function costOf<T, Name extends string>(
  pool: Pool,
  processes: Record<Name, Task>,
  work: () => Promise<T>,
) {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  const backends = rows.map(({ pid }) => pid)
  const all = [...Object.values<Task>(processes), ...backends]
  const before = await cpuTimes(all)
  const done = await work()
  const after = await cpuTimes(all)
  const increase = (pid: Task) => (after.get(pid) ?? 0) - (before.get(pid) ?? 0)
  const named = Object.entries<Task>(processes).map(([name, pid]) => [name, increase(pid)])
  const database = backends.map(increase).filter((each) => !Number.isNaN(each))
  return {
    done,
    cost: {
      ...(Object.fromEntries(named) as Record<Name, number>),
      database: database.reduce((a, b) => a + b, 0),
    },
  }
}
