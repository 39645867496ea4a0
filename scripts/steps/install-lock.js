import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const POLL = 200

const isCode = (error, code) => error instanceof Error && error.code === code

function tryCreate(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

/** Whether the process that wrote the file still runs; one that was killed leaves its file behind. */
function isHeld(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'))
    // The holder has created the file and is about to write its id.
    if (!holder) return true
    process.kill(holder, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

/** Two installations at once would delete each other's packages. */
export async function withInstallLock(root, work) {
  const file = join(root, '.installing')
  if (!tryCreate(file)) {
    process.stdout.write('Waiting for another installation of the packages ...\n')
    do {
      if (!isHeld(file)) rmSync(file, { force: true })
      await pause(POLL)
    } while (!tryCreate(file))
  }
  try {
    await work()
  } finally {
    rmSync(file, { force: true })
  }
}
