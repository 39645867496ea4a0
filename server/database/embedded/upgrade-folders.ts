import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'

/** The upgraded cluster while it is made, and when it is complete. */
export const upgradingFolder = (cluster: string) => `${cluster}.upgrading`
const upgradedFolder = (cluster: string) => `${cluster}.upgraded`

/** Where the old cluster stays; numbered if an earlier one is still there. */
function formerFolder(cluster: string, major: number): string {
  const name = `${cluster}-${major}`
  if (!existsSync(name)) return name
  let number = 2
  while (existsSync(`${name}-${number}`)) number += 1
  return `${name}-${number}`
}

/** Deletes what an interrupted upgrade left, whose cluster may have been used since. */
export async function discardUpgrade(cluster: string): Promise<void> {
  for (const folder of [upgradingFolder(cluster), upgradedFolder(cluster)])
    await rm(folder, { recursive: true, force: true })
}

/** Puts the upgraded cluster in the place of the old one, which is kept. Can be interrupted at any point. */
export async function exchangeClusters(cluster: string, oldMajor: number): Promise<string> {
  const former = formerFolder(cluster, oldMajor)
  await rename(upgradingFolder(cluster), upgradedFolder(cluster))
  await rename(cluster, former)
  await rename(upgradedFolder(cluster), cluster)
  return former
}

/** After a crash between the last two steps there would be no cluster, and an empty one would be created. */
export async function finishUpgrade(cluster: string): Promise<void> {
  if (!existsSync(cluster) && existsSync(upgradedFolder(cluster)))
    await rename(upgradedFolder(cluster), cluster)
}
