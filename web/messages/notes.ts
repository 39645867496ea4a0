const many = (count: number, one: string, more: string) =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${more}`

const shortened = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 140 ? `${line.slice(0, 139).trimEnd()}…` : line
}

/** What the page and the list of commands say about notes. The panel's own texts are loaded with it. */
export const notesMessages = {
  group: 'Notes',
  add: 'Add a note',
  commands: {
    show: 'Notes',
    read: 'Read the script...',
    add: 'Add a note',
    next: 'Next note',
    previous: 'Previous note',
    done: 'Done with the note',
    dismiss: 'Dismiss the note',
    change: 'Change this: the note as a prompt',
    hide: 'Hide notes on the page',
    unhide: 'Show notes on the page',
  },
  /** On the page, as a tooltip and for screen readers. */
  label: (who: string, body: string) => `${who}: ${body}`,
  you: 'You',
  undo: 'Undo',
  doneToast: 'Note done',
  dismissedToast: 'Note dismissed',
  deleted: 'Note deleted',
  allDismissed: (count: number) => `${many(count, 'note', 'notes')} dismissed`,
  /** The prompt that a note becomes; `who` is null for one's own. */
  changePrompt: (who: string | null, body: string) =>
    who === null ? `Change this: ${body}` : `Change this. ${who} says: ${body}`,
  changed: 'Changed, as the note asked',
  nowThere: (text: string) => `It says now: “${shortened(text)}”`,
  doneAction: 'Done with the note',
  nothingToInsert: 'None of these notes has a place in the text.',
  inserted: (count: number) => `${many(count, 'note', 'notes')} put into the text`,
  insertedText: 'They are part of the script now, and not printed. Undo takes them out again.',
  failed: 'The note could not be changed.',
  addFailed: 'The note could not be added.',
  none: 'There are no open notes.',
  nothingSelected: 'Select the words that the note is about, then add it.',
  selectionTooLong: 'A note is about at most 2,000 characters. Select less, then add it.',
} as const

const readers = {
  'story-editor': 'Story editor',
  'script-supervisor': 'Script supervisor',
  'dialogue-editor': 'Dialogue editor',
  'first-viewer': 'First-time viewer',
  producer: 'Producer',
} as const

export const notesPanelMessages = {
  title: 'Notes',
  openCount: (open: number) => `${open.toLocaleString()} open`,
  readScript: 'Read the script...',
  more: 'More about notes',
  loading: 'Loading notes...',
  failed: 'The notes could not be loaded.',
  empty: {
    title: 'No notes yet',
    text: 'Let a reader go through the script, or select words on the page and add a note of your own.',
  },
  noneMatch: 'No note matches.',
  showAll: 'Show all notes',
  list: 'Notes on the script',
  filters: 'Which notes are shown',
  reader: 'Reader',
  everybody: 'Everybody',
  state: 'State',
  states: { open: 'Open', done: 'Done', dismissed: 'Dismissed', all: 'All' },
  you: 'You',
  inText: 'In the text',
  inTextHint: 'Part of the script, as [[...]]. Change it there.',
  copyOf: (name: string) => `${name}, reader's copy`,
  beforeScenes: 'Before the first scene',
  scene: (number: string, heading: string) => `${number} ${heading}`,
  gone: 'Its text is not in the script any more.',
  edited: 'Its text has changed since. It says now:',
  changed: 'An answer has changed it. It says now:',
  replaced: 'An answer has changed it.',
  goTo: (quote: string) => `Go to “${quote}”`,
  lookFor: (quote: string) => `Look for “${quote}”`,
  change: 'Change this',
  done: 'Done',
  dismiss: 'Dismiss',
  reopen: 'Open again',
  edit: 'Edit',
  remove: 'Delete',
  moreOwn: 'More about your note',
  isDone: 'Done',
  isDismissed: 'Dismissed',
  position: (number: number, of: number, who: string, body: string) =>
    `Note ${number.toLocaleString()} of ${of.toLocaleString()}. ${who}: ${body}`,
  dropped: (count: number) =>
    count === 1
      ? '1 note was dropped: its quote is not in the script.'
      : `${count.toLocaleString()} notes were dropped: their quotes are not in the script.`,
  form: {
    add: 'Add a note',
    label: 'Your note',
    editLabel: 'Edit your note',
    save: 'Save note',
    cancel: 'Cancel',
    empty: 'Please write something.',
    tooLong: 'A note has at most 4,000 characters.',
  },
  menu: {
    pdf: 'Export as PDF',
    file: (title: string) => `${title} - Notes`,
    exportFailed: 'The notes could not be exported.',
    intoText: 'Put into the text as [[...]]',
    dismissAll: 'Dismiss all that are shown',
  },
  readers,
  about: {
    'story-editor': 'Story, character and stakes. Says which structure it judges by.',
    'script-supervisor': 'What contradicts the script itself or its bible.',
    'dialogue-editor': 'How people talk: voices, repetition, what could stay unsaid.',
    'first-viewer': 'What somebody who knows nothing understands, expects and misses.',
    producer: 'What is expensive, and why: places, nights, crowds.',
  } satisfies Record<keyof typeof readers, string>,
  reading: {
    title: 'Read the script',
    description:
      'A reader goes through the script and writes notes, each on the words that it is about.',
    who: 'Who reads',
    newReader: 'New reader...',
    what: 'What is read',
    whole: 'The whole script',
    scenes: 'Chosen scenes',
    selection: 'The selection',
    selectionHint: 'What the next prompt is about: the part that you selected or chose.',
    sameSelection: (words: string) => `The same as before, from “${words.trim()}” on.`,
    selectionGone: 'What was selected is not in the script any more. Choose what is read.',
    from: 'From scene',
    to: 'To scene',
    cost: (calls: number, left: number) =>
      `This uses ${many(calls, 'generation', 'generations')} of the ${left.toLocaleString()} you have left.`,
    scenesRead: (scenes: number) => `${many(scenes, 'scene is', 'scenes are')} read.`,
    counting: 'Counting...',
    tooMany: (calls: number, left: number) =>
      `This would use ${many(calls, 'generation', 'generations')}, and you have ${left.toLocaleString()} left this month. Choose fewer scenes.`,
    nothing: 'There is nothing to read: these scenes were read and have not changed since.',
    again: 'Read again what has not changed',
    demo: 'No model is connected: the notes come from simple rules, so that you can try this.',
    start: 'Start reading',
    starting: 'Starting...',
    cancel: 'Cancel',
    failed: 'The reading could not be started.',
  },
  answerAs: {
    label: 'Answer as',
    nobody: 'Answer as...',
    as: (name: string) => `As ${name}`,
    readers: 'Readers',
    characters: 'Characters',
    answered: (name: string) => `Answered as ${name}`,
  },
  ownReader: {
    create: 'New reader',
    edit: 'Edit reader',
    name: 'Name',
    nameHint: 'Such as: My agent, Somebody who hates musicals',
    text: 'How they read',
    textHint: 'What they look for, what they know, what they leave alone.',
    save: 'Save reader',
    cancel: 'Cancel',
    remove: 'Delete reader',
    editOf: (name: string) => `Edit ${name}`,
    missingName: 'Please enter a name.',
    missingText: 'Please say how they read.',
    nameTaken: 'You have a reader with this name.',
    failed: 'The reader could not be saved.',
    removeFailed: 'The reader could not be deleted.',
  },
  progress: {
    scene: (who: string, scene: number, of: number) =>
      `${who} is reading, scene ${scene.toLocaleString()} of ${of.toLocaleString()}`,
    label: (who: string) => `Reading by ${who}`,
    stop: 'Stop',
    stopOf: (who: string) => `Stop the reading by ${who}`,
    stopFailed: (reason: string) => `The reading could not be stopped: ${reason}`,
    stopped: (who: string, done: number, of: number) =>
      `${who} was stopped after ${done.toLocaleString()} of ${of.toLocaleString()} scenes.`,
    failed: (who: string, reason: string) => `${who} could not read on: ${reason}`,
    goOn: 'Go on reading',
    hide: 'Hide',
    ended: (who: string, notes: number) =>
      `${who} has read the script: ${notes === 0 ? 'no notes' : many(notes, 'note', 'notes')}.`,
    summary: (who: string) => `Summary by ${who}`,
  },
} as const
