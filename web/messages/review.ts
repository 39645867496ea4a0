const count = (changes: number) => (changes === 1 ? '1 change' : `${changes} changes`)

export const reviewMessages = {
  review: {
    bar: 'Review of the answer',
    place: (number: number, of: number) => `Change ${number} of ${of}`,
    previous: 'Previous change',
    next: 'Next change',
    keep: 'Keep',
    undo: 'Undo',
    keepAll: 'Keep all',
    undoAll: 'Undo all',
    alternative: (number: number, of: number) => `Alternative ${number} of ${of}`,
    previousAlternative: 'Previous alternative',
    nextAlternative: 'Next alternative',
    oldText: 'Old text: ',
    moreRows: (rows: number) => `${rows} more lines, in the history`,
    /** For screen readers. */
    isAt: (number: number, of: number, old: string, now: string) =>
      `Change ${number} of ${of}. Old text: ${old || 'none'}. New text: ${now || 'none'}.`,
    left: (changes: number) =>
      changes === 0 ? 'Nothing is left to review.' : `${count(changes)} left to review.`,
    /** Above a scene that grows on the page. */
    inProgress: 'Being written...',
    group: 'Review',
    commands: {
      next: 'Next change of an answer',
      previous: 'Previous change of an answer',
      keep: 'Keep the change',
      undo: 'Undo the change',
      keepAll: 'Keep all changes',
      undoAll: 'Undo all changes',
    },
  },
} as const

export const overlapMessages = {
  overlaps: {
    bar: 'Changed here and elsewhere',
    title: 'The same lines were changed here and elsewhere.',
    place: (number: number, of: number) => `${number} of ${of}`,
    previous: 'Previous place',
    next: 'Next place',
    show: 'Show',
    choices: { mine: 'Keep mine', theirs: 'Keep theirs', both: 'Keep both' },
    here: 'Written here:',
    there: 'Written elsewhere:',
    deletedHere: 'Changed elsewhere, deleted here:',
    deletedThere: 'Changed here, deleted elsewhere:',
    /** For screen readers. */
    isAt: (here: string, there: string) =>
      `The same lines were changed here and elsewhere. Here: ${here || 'deleted'}. Elsewhere: ${there || 'deleted'}.`,
    /** Where the page is not shown. */
    onPage: 'Show on the page',
  },
} as const
