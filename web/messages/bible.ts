import type { BibleFault } from '../../contract/bible-file.ts'
import type { StoryKind } from '../../contract/reading.ts'

const entries = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString()} entries`)

/** Of the panel that is loaded when it is opened. */
export const bibleMessages = {
  title: 'Bible',
  loading: 'Loading the bible...',
  loadFailed: (reason: string) => `The bible could not be loaded: ${reason}`,
  offline: "You're offline. The bible is shown when you are connected again.",
  count: entries,
  emptyTitle: 'What is true in this story',
  empty:
    'Who is in it, where it happens, which rules its world has. The AI gets pinned entries and rules with every request, and what the request or its scenes name. Nothing here is in the script or printed.',
  new: 'New entry',
  newShort: 'New',
  facts: {
    label: 'In the script',
    none: 'Not in the script by these names.',
    scenes: (count: number) => (count === 1 ? '1 scene' : `${count.toLocaleString()} scenes`),
    first: (scene: number) =>
      scene === 0 ? 'before the first scene' : `from scene ${scene.toLocaleString()}`,
    lines: (count: number) => (count === 1 ? '1 speech' : `${count.toLocaleString()} speeches`),
    words: (count: number) => (count === 1 ? '1 word' : `${count.toLocaleString()} words`),
    silent: 'does not speak',
    company: 'Speaks with',
    companion: (name: string, count: number) => `${name} ${count.toLocaleString()}`,
    companionInWords: (name: string, count: number) =>
      `${name}, in ${count === 1 ? '1 scene' : `${count.toLocaleString()} scenes`}`,
    more: (count: number) => `and ${count.toLocaleString()} more`,
  },
  rename: {
    offer: (name: string) => `The script still calls this character ${name}.`,
    submit: 'Rename in the script...',
    keep: 'Leave the script',
  },
  file: {
    import: 'Import a bible (.md)...',
    export: 'Export the bible (.md)',
    imported: 'Bible imported',
    counts: ({ added, changed, kept }: { added: number; changed: number; kept: number }) =>
      `${entries(added)} added, ${changed.toLocaleString()} changed, ${kept.toLocaleString()} as they were.`,
    failedTitle: 'The bible was not imported',
    failed: (reason: string) => `Nothing was changed: ${reason}`,
    tooLarge: 'the file is larger than 5 MB.',
    faults: {
      'no entries':
        'it has no entries. A bible has sections such as "## Characters", with entries such as "### Mira" in them.',
      'too many entries': 'it has more than 500 entries.',
      'unknown section': 'its section is none of Characters, Places, Things, Rules and Threads',
      'entry without a section': 'the entry is in no section such as "## Characters"',
      'bad name': 'a name has 1 to 100 characters',
      'bad aliases': 'an entry has at most 20 other names of at most 100 characters',
      'long text': 'an entry has at most 4,000 characters',
      twice: 'the entry is there twice',
    } satisfies Record<BibleFault['fault'], string>,
    inLine: (fault: string, line: number) => `${fault} (line ${line.toLocaleString()}).`,
  },
  reading: {
    start: 'Read the script for the bible',
    estimate: (scenes: number, calls: number) =>
      `It reads ${scenes === 1 ? '1 scene' : `${scenes.toLocaleString()} scenes`} and uses ${calls === 1 ? '1 generation' : `up to ${calls.toLocaleString()} generations`}. What it finds is proposed, with quotes; you decide.`,
    left: (left: number) =>
      left === 1
        ? 'You have 1 left this month.'
        : `You have ${left.toLocaleString()} left this month.`,
    tooFew: (calls: number, left: number) =>
      `It needs ${calls.toLocaleString()} generations, and you have ${left.toLocaleString()} left this month.`,
    demo: 'No model is connected: simple rules propose who speaks and is introduced in capitals, and nothing else. This uses your generations all the same.',
    nothingNew: 'Every scene was read already, and has not changed since.',
    empty: 'The script has no scenes to read yet.',
    again: 'Read all of it again',
    begin: 'Start reading',
    cancel: 'Cancel',
    close: 'Close',
    title: 'Reading the script',
    progress: (read: number, parts: number) =>
      parts === 1
        ? 'Reading...'
        : `Part ${Math.min(read + 1, parts).toLocaleString()} of ${parts.toLocaleString()}`,
    stop: 'Stop reading',
    failed: (reason: string) => `The script could not be read: ${reason}`,
    stopFailed: (reason: string) => `Reading could not be stopped: ${reason}`,
    ended: {
      demo: 'No model is connected, and the simple rules that read instead found nothing to propose.',
      done: (found: number) =>
        found === 0
          ? 'The script was read. There was nothing to propose.'
          : found === 1
            ? 'The script was read. 1 entry was proposed.'
            : `The script was read. ${found.toLocaleString()} entries were proposed.`,
      stopped: (read: number, parts: number) =>
        `Stopped after ${read.toLocaleString()} of ${parts.toLocaleString()} parts. What was found stays, and reading can go on from there.`,
      failed: (sentence: string) => `Reading ended early: ${sentence}`,
      dropped: (count: number) =>
        count === 1
          ? '1 proposal was dropped: its quote is not in the script.'
          : `${count.toLocaleString()} proposals were dropped: their quotes are not in the script.`,
    },
    hide: 'Hide this message',
  },
  proposals: {
    title: 'Proposed',
    isNew: 'new',
    isChange: 'changed',
    now: 'Says now',
    accept: 'Accept',
    acceptThis: (name: string) => `Accept ${name}`,
    acceptAll: 'Accept all',
    edit: 'Edit',
    editThis: (name: string) => `Edit the proposal ${name}`,
    reject: 'Reject',
    rejectThis: (name: string) => `Reject ${name}`,
    rejectAll: 'Reject all',
    rejected: (count: number) =>
      count === 1
        ? 'Rejected. It is not proposed again.'
        : `${count.toLocaleString()} rejected. They are not proposed again.`,
    undo: 'Undo',
    failed: (reason: string) => `Not decided: ${reason}`,
  },
  search: 'Search the bible',
  clearSearch: 'Clear search',
  noneFound: 'No entries match your search.',
  found: (count: number) => `${entries(count)} found`,
  more: 'Sort, import and export',
  sort: 'Sort by',
  sorts: { appearance: 'First appearance', name: 'Name' },
  kind: 'Kind',
  kinds: {
    character: 'Character',
    place: 'Place',
    thing: 'Thing',
    rule: 'Rule',
    thread: 'Thread',
  } satisfies Record<StoryKind, string>,
  groups: {
    character: 'Characters',
    place: 'Places',
    thing: 'Things',
    rule: 'Rules',
    thread: 'Threads',
  } satisfies Record<StoryKind, string>,
  name: 'Name',
  aliases: 'Also called',
  aliasesHint: 'Separated by commas.',
  body: 'What is true',
  save: 'Save entry',
  cancel: 'Cancel',
  edit: (name: string) => `Edit ${name}`,
  editShort: 'Edit',
  pin: 'Pin',
  unpin: 'Unpin',
  /** What the AI is sent of an entry, and why. */
  sent: {
    pinned: 'The AI gets this with every request, because it is pinned.',
    rule: 'The AI gets this with every request, because it is a rule.',
    named: 'The AI gets this when the request or its scenes name it. Pin it to send it always.',
  },
  pinned: 'Pinned',
  quotes: 'Quotes of the script',
  showInScript: 'Show in the script',
  notThere: 'These words are not in the script any more.',
  alsoCalled: (names: readonly string[]) => `Also called ${names.join(', ')}`,
  remove: (name: string) => `Delete ${name}`,
  removeShort: 'Delete',
  removeTitle: 'Delete this entry?',
  removeText: 'It is deleted from the bible, with its quotes. The script stays as it is.',
  saveFailed: (reason: string) => `Not saved: ${reason}`,
  removeFailed: (reason: string) => `Not deleted: ${reason}`,
  pinFailed: (reason: string) => `Not changed: ${reason}`,
  nameMissing: 'Please give it a name.',
  nameTaken: 'The bible has an entry with this kind and name already.',
  tooManyAliases: 'At most 20 other names.',
  aliasTooLong: 'Another name has at most 100 characters.',
  full: 'A bible has at most 500 entries.',
  kept: 'Changes since the last save, kept in this browser.',
  changedElsewhere:
    'This entry was changed on another device while you were writing. It says there:',
  takeTheirs: 'Use that',
  keepMine: 'Keep mine',
  deletedElsewhere: 'This entry was deleted on another device. Saving adds it again.',
} as const
