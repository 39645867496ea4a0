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
