import type { RevisionSet } from '../../contract/revision-sets.ts'
import type { Database } from '../../contract/tables.ts'

type Origin = Database['public']['Tables']['script_versions']['Row']['origin']

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const count = (one: string, many: string) => (number: number) =>
  number === 1 ? `1 ${one}` : `${number.toLocaleString()} ${many}`

const changes = count('change', 'changes')
const scenes = count('scene', 'scenes')

/** `1`, `3 and 5`, `1 to 4, 6 and 8 to 10`; three or more consecutive scenes become a range. */
export function sceneNumbers(numbers: readonly number[]): string {
  const runs: { from: number; to: number }[] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && number === last.to + 1) last.to = number
    else runs.push({ from: number, to: number })
  }
  return list.format(
    runs.flatMap(({ from, to }) =>
      to - from > 1
        ? [`${from} to ${to}`]
        : from === to
          ? [String(from)]
          : [String(from), String(to)],
    ),
  )
}

/** 0 is what precedes the first scene. */
const sceneName = (number: number) => (number === 0 ? 'The opening' : `Scene ${number}`)

function unchangedScenes(numbers: readonly number[]): string {
  const numbered = numbers.filter((number) => number > 0)
  const opening = numbered.length < numbers.length
  if (numbered.length === 0) return 'The opening is unchanged'
  const named = `${numbered.length === 1 ? 'cene' : 'cenes'} ${sceneNumbers(numbered)}`
  return opening ? `The opening and s${named} unchanged` : `S${named} unchanged`
}

type Move = { number: number; after: number | null; direction: 'up' | 'down' }

type Counts = {
  changes: number
  changedScenes: number
  movedScenes: number
  addedScenes: number
  removedScenes: number
  scenes: number
}

export const historyMessages = {
  title: 'History',
  close: 'Back to the script',
  loading: 'Loading versions...',
  offline: 'You are offline. What is missing is loaded when you are back online.',
  failed: (reason: string) => `Failed to load the history: ${reason}`,
  none: 'No versions yet. The first one is made when you save or an answer arrives.',
  noneNamed: 'No version has a name yet.',
  list: 'Versions',
  namedOnly: 'Named only',
  keys: 'Up and Down move through the versions, Enter opens one.',
  now: 'Now',
  isNow: 'same as now',
  named: 'named',
  today: 'Today',
  yesterday: 'Yesterday',
  justNow: 'just now',
  number: (number: number) => `Version ${number.toLocaleString()}`,
  words: count('word', 'words'),
  back: 'All versions',
  version: 'Version',
  loadingText: 'Loading the version...',
  empty: 'This version is empty.',
  textFailed: (reason: string) => `Failed to load the version: ${reason}`,
  name: {
    set: 'Name this version',
    change: 'Rename this version',
    description: 'A name marks the version with a star, so that you find it again.',
    field: 'Name',
    placeholder: 'Table read draft',
    save: 'Save name',
    remove: 'Remove name',
    cancel: 'Cancel',
    failed: (reason: string) => `Failed to name the version: ${reason}`,
  },
  restore: 'Restore this version',
  restoreShort: 'Restore',
  restoredTitle: 'Version Restored',
  restored: 'The text before it is in the history.',
  undo: 'Undo',
  undoneTitle: 'Restore Undone',
  undone: 'The text is as it was before.',
  restoreFailedTitle: 'Restore Failed',
  restoreFailed: (reason: string) => `Failed to restore the version: ${reason}`,
  origins: {
    typed: 'Typed by you',
    pasted: 'Pasted by you',
    template: 'From a template',
    answer: 'AI answer',
    import: 'Imported',
    restore: 'Restored or moved',
    merge: 'Merged',
  } satisfies Record<Origin, string>,
  scene: {
    name: sceneName,
    copy: 'Copy scene',
    copyOf: (number: number) => `Copy scene ${number}`,
    insert: 'Insert into script',
    insertOf: (number: number) => `Insert into script: scene ${number}`,
    insertHint: 'Inserts it after the scene with the cursor',
    copied: 'Scene copied',
    copyFailed: 'The scene could not be copied.',
    added: 'new scene',
    removed: 'removed scene',
    changes,
    unchanged: unchangedScenes,
    show: 'Show',
    hide: 'Hide',
  },
  revision: {
    export: 'Export with revision marks',
    set: 'Revision colour',
    sets: {
      white: 'White',
      blue: 'Blue',
      pink: 'Pink',
      yellow: 'Yellow',
      green: 'Green',
      goldenrod: 'Goldenrod',
      buff: 'Buff',
      salmon: 'Salmon',
      cherry: 'Cherry',
    } satisfies Record<RevisionSet, string>,
  },
  compare: {
    label: 'Compared with',
    previous: 'Previous version',
    nothing: 'Nothing',
    namedGroup: 'Named versions',
    running: 'Comparing...',
    failed: 'The versions could not be compared.',
    coarse: 'The texts differ a lot, so whole lines are marked instead of words.',
    same: 'No differences',
    summary(counts: Counts): string {
      const { changedScenes, addedScenes, removedScenes, movedScenes } = counts
      const within = counts.changes - addedScenes - removedScenes
      const parts = [
        within > 0 &&
          (changedScenes > 0
            ? `${changes(within)} in ${changedScenes} of ${scenes(counts.scenes)}`
            : changes(within)),
        addedScenes > 0 && `${scenes(addedScenes)} added`,
        removedScenes > 0 && `${scenes(removedScenes)} removed`,
        movedScenes > 0 && `${scenes(movedScenes)} moved`,
      ]
      return parts.filter(Boolean).join(' · ') || 'No differences'
    },
    onlyBefore: (name: string) => `only in ${name}`,
    onlyAfter: 'only in this version',
    removedText: 'Removed: ',
    addedText: 'Added: ',
    endOfChange: ' End of change. ',
    previousChange: 'Previous',
    nextChange: 'Next',
    previousTitle: (keys: string) => `Previous change (${keys})`,
    nextTitle: (keys: string) => `Next change (${keys})`,
    isAt: (number: number, of: number) => `Change ${number} of ${of}`,
    moved({ number, after, direction }: Move): string {
      const from = after === 0 ? 'the start' : `after scene ${after}`
      return `${sceneName(number)} moved ${direction}${after === null ? '' : ` from ${from}`}`
    },
    textUnchanged: 'text unchanged',
  },
} as const
