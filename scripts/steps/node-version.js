const OLDEST = 18

/** Says so in one line, and makes the command fail, when this Node is too old to go on. */
export function nodeIsNewEnough() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= OLDEST) return true
  process.stderr.write(
    `Script Writer needs Node.js ${OLDEST} or newer to start; this is ${process.versions.node}\n`,
  )
  process.exitCode = 1
  return false
}
