import { readFile } from 'node:fs/promises'

/** Linux counts in hundredths of a second. */
const TICK = 10

/** What the kernel says about a process; empty once it has ended. */
const readProc = (pid: number, file: string) =>
  readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')

const fieldsOf = async (pid: number) => {
  const stat = await readProc(pid, 'stat')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** CPU milliseconds of a process with all its threads, ended ones too; 0 once it has ended. */
async function cpuOf(pid: number): Promise<number> {
  const fields = await fieldsOf(pid)
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK
}

/** CPU milliseconds of the process's children that have ended. */
async function cpuOfEnded(pid: number): Promise<number> {
  const fields = await fieldsOf(pid)
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * TICK
}

/** CPU milliseconds of a process with one thread, from the scheduler's nanoseconds. */
async function exactCpuOf(pid: number): Promise<number> {
  const text = await readProc(pid, 'schedstat')
  return Number(text.split(' ', 1)[0]) / 1e6
}

async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readProc(pid, `task/${pid}/children`)
  return listed.split(' ').filter(Boolean).map(Number)
}

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)

/** CPU milliseconds of PostgreSQL: the postmaster and its child processes, including ended ones. */
async function cpuOfPostgres(postmaster: number): Promise<number> {
  const living = [postmaster, ...(await childrenOf(postmaster))]
  const times = await Promise.all([...living.map(exactCpuOf), cpuOfEnded(postmaster)])
  return sum(times)
}

/** Kilobytes of a process; shared memory is divided among the processes that share it. */
async function memoryOf(pid: number): Promise<number> {
  const text = await readProc(pid, 'smaps_rollup')
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}

/** Kilobytes as the operating system lists them. */
async function residentOf(pid: number): Promise<number> {
  const text = await readProc(pid, 'status')
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0)
}

export type Processes = {
  servers: readonly number[]
  postmaster: number
  provider: number
  generator: number
}
export type Cpu = { node: number; postgres: number; provider: number; generator: number }

export async function cpuNow(all: Processes): Promise<Cpu> {
  const [node, postgres, provider, generator] = await Promise.all([
    Promise.all(all.servers.map(cpuOf)).then(sum),
    cpuOfPostgres(all.postmaster),
    cpuOf(all.provider),
    cpuOf(all.generator),
  ])
  return { node, postgres, provider, generator }
}

export const spent = (before: Cpu, after: Cpu): Cpu => ({
  node: after.node - before.node,
  postgres: after.postgres - before.postgres,
  provider: after.provider - before.provider,
  generator: after.generator - before.generator,
})

/** Megabytes: resident memory of the servers, and what PostgreSQL's processes use together. */
export async function memoryNow({ servers, postmaster }: Processes) {
  const postgres = [postmaster, ...(await childrenOf(postmaster))]
  const [node, database] = await Promise.all([
    Promise.all(servers.map(residentOf)).then(sum),
    Promise.all(postgres.map(memoryOf)).then(sum),
  ])
  return { node: node / 1024, postgres: database / 1024 }
}
