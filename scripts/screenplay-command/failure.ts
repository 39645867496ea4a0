/** Ends the command with one sentence: 2 when it was called wrongly, 1 when a file is the reason. */
export class CommandFailure extends Error {
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.name = 'CommandFailure'
    this.exitCode = exitCode
  }
}

/** What the system says about a file, in words. */
export function fileFailure(
  file: string,
  doing: 'read' | 'written',
  error: unknown,
): CommandFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reasons: Record<string, string> = {
    ENOENT: doing === 'read' ? 'there is no such file' : 'there is no such folder',
    EISDIR: 'it is a folder',
    ENOTDIR: 'a part of its path is not a folder',
    EACCES: 'access is not allowed',
    EPERM: 'access is not allowed',
    EROFS: 'the disk can only be read',
    ENOSPC: 'the disk is full',
  }
  return new CommandFailure(
    `${file} cannot be ${doing}: ${reasons[code] ?? (code || String(error))}.`,
  )
}
