/** The colours of the paper on which revisions are distributed, in the order of Final Draft. */
export const revisionSets = [
  'white',
  'blue',
  'pink',
  'yellow',
  'green',
  'goldenrod',
  'buff',
  'salmon',
  'cherry',
] as const

export type RevisionSet = (typeof revisionSets)[number]
