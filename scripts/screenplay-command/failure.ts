/** Ends the command with one line on stderr. Exit code 2: wrong usage; 1: a file could not be read or written. */
export class CommandFailure extends Error {
  readonly exitCode: 1 | 2

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message)
    this.name = 'CommandFailure'
    this.exitCode = exitCode
  }
}

/** A file system error as a sentence. */
export function fileFailure(
  action: 'read' | 'write',
  file: string,
  error: unknown,
): CommandFailure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reasons: Record<string, string> = {
    ENOENT: action === 'read' ? 'file not found' : 'folder not found',
    EISDIR: 'it is a folder',
    ENOTDIR: 'part of the path is not a folder',
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the file system is read-only',
    ENOSPC: 'the disk is full',
  }
  return new CommandFailure(
    `Cannot ${action} ${file}: ${reasons[code] ?? (code || String(error))}.`,
  )
}
