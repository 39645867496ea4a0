import type { Database } from '../../contract/tables.ts'

type Origin = Database['public']['Tables']['script_versions']['Row']['origin']

export const historyMessages = {
  history: {
    open: 'History',
    title: 'History',
    description:
      'Every version of this script. Restoring one adds it as a new version, so nothing is lost.',
    loading: 'Loading versions...',
    failed: (reason: string) => `Failed to load the history: ${reason}`,
    none: 'No versions yet. The first one is made when you save or an answer arrives.',
    list: 'Versions',
    number: (number: number) => `Version ${number.toLocaleString()}`,
    words: (words: number) => (words === 1 ? '1 word' : `${words.toLocaleString()} words`),
    current: 'Current',
    older: 'Show older versions',
    show: 'Show',
    showNumber: (number: number) => `Show version ${number.toLocaleString()}`,
    back: 'All versions',
    empty: 'This version is empty.',
    textFailed: (reason: string) => `Failed to load the version: ${reason}`,
    restore: 'Restore',
    restoreNumber: (number: number) => `Restore version ${number.toLocaleString()}`,
    restoredTitle: 'Version Restored',
    restored: (number: number) =>
      `Version ${number.toLocaleString()} is the current text again. The text before it is in the history.`,
    restoreFailedTitle: 'Restore Failed',
    restoreFailed: (reason: string) => `Failed to restore the version: ${reason}`,
    origins: {
      typed: 'Typed',
      pasted: 'Pasted',
      answer: 'AI answer',
      import: 'Imported',
      restore: 'Restored',
      merge: 'Merged',
    } satisfies Record<Origin, string>,
  },
} as const
