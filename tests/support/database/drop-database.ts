/** PostgreSQL waits 5 s for connections that are ending; on a busy machine they may take longer. */
const TRIES = 12

const IN_USE = '55006'

/**
 * Drops a database once its connections have ended. Not by force: a client whose connection is terminated
 * while it ends emits an error that nobody handles. A connection that a test leaves open fails the clean-up.
 */
export async function dropDatabase(
  run: (statement: string) => Promise<unknown>,
  name: string,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(`drop database ${name}`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE || attempt === TRIES) throw error
    }
  }
}
