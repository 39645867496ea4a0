import { readdir, readFile } from 'node:fs/promises'
import type { Pool } from 'pg'

/** A process, or one of its threads. */
type Target = number | `${number}/task/${number}`

/** The main thread of a Node process has the process's own number. */
export const mainThreadOf = (pid: number): Target => `${pid}/task/${pid}`

/** CPU time of one thread in milliseconds, from the scheduler's nanoseconds; 0 once it has ended. */
async function threadTime(path: string): Promise<number> {
  const text = await readFile(`${path}/schedstat`, 'utf8').catch(() => '0')
  return Number(text.split(' ', 1)[0]) / 1e6
}

/** CPU time of a process or thread in milliseconds; Linux only. */
async function cpuTime(target: Target): Promise<number> {
  if (typeof target === 'string') return threadTime(`/proc/${target}`)
  const threads = await readdir(`/proc/${target}/task`).catch(() => [])
  const times = await Promise.all(threads.map((id) => threadTime(`/proc/${target}/task/${id}`)))
  return times.reduce((a, b) => a + b, 0)
}

/** Runs the work; returns its result and the CPU milliseconds that the processes and PostgreSQL spent. */
export async function costOf<T, Name extends string>(
  pool: Pool,
  processes: Record<Name, Target>,
  work: () => Promise<T>,
) {
  const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity')
  const named = Object.entries<Target>(processes)
  const backends = rows.map(({ pid }) => pid)
  const read = () =>
    Promise.all([...named.map(([, target]) => target), ...backends].map((each) => cpuTime(each)))
  const before = await read()
  const done = await work()
  const after = await read()
  // A process that has ended in between counts as nothing.
  const spent = after.map((time, index) => Math.max(0, time - (before[index] ?? 0)))
  return {
    done,
    cost: {
      ...(Object.fromEntries(named.map(([name], index) => [name, spent[index] ?? 0])) as Record<
        Name,
        number
      >),
      database: spent.slice(named.length).reduce((a, b) => a + b, 0),
    },
  }
}
