import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'

/** The folders of the upgraded cluster: while it is being made, and once it is complete. */
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

/** Deletes what an interrupted upgrade left, since the old cluster may have changed meanwhile. */
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

/** Completes an upgrade that crashed before its last step; otherwise an empty cluster would be created. */
export async function finishUpgrade(cluster: string): Promise<void> {
  if (!existsSync(cluster) && existsSync(upgradedFolder(cluster)))
    await rename(upgradedFolder(cluster), cluster)
}
