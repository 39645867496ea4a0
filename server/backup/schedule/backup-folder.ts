import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

/** Names are numbered, because clocks can be set back. */
const NAME = /^script-writer-(\d{6,})-\d{8}T\d{6}Z\.tar\.gz$/
const UNFINISHED = /^script-writer-\d{6,}-\d{8}T\d{6}Z\.tar\.gz\.partial-\d+$/

/** Finished backups, oldest first. */
async function finishedIn(folder: string): Promise<{ name: string; number: number }[]> {
  const numbered = (await readdir(folder)).map((name) => ({
    name,
    number: Number(NAME.exec(name)?.[1] ?? 0),
  }))
  return numbered.filter(({ number }) => number > 0).toSorted((a, b) => a.number - b.number)
}

/** The path of the next backup. Also deletes the unfinished files of killed processes. */
export async function nextFile(folder: string, at: Date): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder))
    if (UNFINISHED.test(name)) await rm(path.join(folder, name), { force: true })
  const newest = (await finishedIn(folder)).at(-1)?.number ?? 0
  const number = String(newest + 1).padStart(6, '0')
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return path.join(folder, `script-writer-${number}-${time}.tar.gz`)
}

/** Deletes all backups but the newest `keep`; other files in the folder stay. */
export async function deleteOlder(folder: string, keep: number): Promise<void> {
  for (const { name } of (await finishedIn(folder)).slice(0, -keep))
    await rm(path.join(folder, name), { force: true })
}
