const OLDEST = 18

/** Prints one line and sets the exit code when this Node is too old. */
export function nodeIsNewEnough() {
  const major = Number(process.versions.node.split('.')[0])
  if (major >= OLDEST) return true
  process.stderr.write(
    `Script Writer needs Node.js ${OLDEST} or newer to start; this is ${process.versions.node}\n`,
  )
  process.exitCode = 1
  return false
}
