const count = (amount: number) => amount.toLocaleString()
const words = (amount: number) => (amount === 1 ? '1 word' : `${count(amount)} words`)

/** Loaded with the report's code, not with the first page. */
export const authorshipMessages = {
  words,
  title: 'Report',
  back: 'Back to the script',
  loading: 'Loading the report...',
  failed: (reason: string) => `Failed to load the report: ${reason}`,
  offline: "You're offline. The report shows the script; who wrote it can be shown only online.",
  empty: 'Nothing is written yet. The report fills as you write.',
  statement: 'Statement (PDF)',
  record: 'Record (JSON)',
  recordWithTexts: 'Record with all texts (JSON)',
  more: 'More downloads',
  downloadFailedTitle: 'Cannot Download',
  downloadFailed: "Couldn't create the file. Please try again.",
  statementFile: (title: string) => `${title} - Authorship`,
  recordFile: (title: string) => `${title} - Record`,
  table: 'Show as table',
  caption: (title: string) => `${title}, as a table`,
  tableOf: (title: string) => `Show as table: ${title}`,
  origins: {
    typed: 'Typed by you',
    answer: 'AI, kept',
    import: 'Imported',
    pasted: 'Pasted',
    template: 'Template',
  },
  /** The built-in demo writer is not an AI. */
  demoAnswer: 'Demo writer, kept',
  percent: (share: string) => `${share}%`,
  models: (parts: readonly string[]) => ` (${parts.join(', ')})`,
  model: (name: string, share: string) => `${name} ${share}`,
  unknownModel: 'unknown model',
  who: {
    title: 'Who wrote it',
    about: (versions: number, isIntact: boolean | undefined) =>
      `by the words of the current text that print, from ${
        versions === 1 ? '1 recorded version' : `${count(versions)} recorded versions`
      }${isIntact === undefined ? '' : isIntact ? ', chain intact' : ', chain broken'}`,
    bar: 'The whole script',
    scene: 'Scene',
    own: 'Yours',
    words: 'Words',
    unprinted: (amount: number) =>
      `${words(amount)} more never ${amount === 1 ? 'prints' : 'print'}: in sections, synopses, notes and omitted text.`,
    beforeScenes: 'Before the first scene',
    all: (scenes: number) => `Show all ${count(scenes)} scenes`,
    changing: 'The text is being changed elsewhere. The scenes appear when it is stored.',
    noWords: 'no words',
    doubts: {
      whole: (amount: number) =>
        `${words(amount)} came in as a whole: from a file, with a save, or before there was a history. Who wrote this is not recorded.`,
      merged: (amount: number) =>
        `${words(amount)} came in with a text that was merged, restored or moved. This counts as typed, but it is not recorded how it was written.`,
      repeated: (amount: number) =>
        `${words(amount)} were typed or pasted and repeat an answer, so they count as the answer's. Where no version was made before it, it is not recorded which came first.`,
    },
    limits:
      'This is what the program recorded. It cannot know whether someone retyped words that were written elsewhere.',
  },
  time: {
    title: 'Over time',
    byDay: 'words by origin, at the end of each day',
    byVersion: 'words by origin, version by version',
    day: 'Day',
    version: 'Version',
    total: 'Words',
    now: 'Now',
    column: (moment: string, amount: number, parts: string) =>
      `${moment}: ${words(amount)} (${parts})`,
    none: 'The first version is made when you save or an answer arrives.',
  },
  perDay: {
    title: 'Pages per day',
    about: 'added less cut, without imports, estimated from words',
    day: 'Day',
    words: 'Words',
    pages: 'Pages',
    column: (day: string, pages: string, amount: number) => `${day}: ${pages} (${words(amount)})`,
    none: 'Days appear here when something is written.',
  },
  scenes: {
    title: 'Scenes',
    about: 'length in eighths, night darker',
    number: 'Scene',
    heading: 'Heading',
    page: 'Page',
    length: 'Length',
    time: 'Time',
    times: { day: 'Day', night: 'Night', unknown: 'No time' },
    none: 'No scenes yet. A line such as INT. KITCHEN - DAY begins one.',
    column: (number: string, heading: string, length: string, isOne: boolean, time: string) =>
      `${number} ${heading}: ${length} ${isOne ? 'page' : 'pages'} (${time})`,
    summary: (scenes: number, night: number) =>
      `${scenes === 1 ? '1 scene' : `${count(scenes)} scenes`}, ${count(night)} at night`,
  },
  voices: {
    title: 'Voices',
    about: 'words spoken',
    character: 'Character',
    words: 'Words',
    speeches: 'Speeches',
    scenes: 'Scenes',
    amount: (spoken: number, speeches: number) => `${count(spoken)} · ${count(speeches)} sp.`,
    all: (characters: number) => `Show all ${count(characters)} characters`,
    none: 'Nobody speaks yet.',
  },
  presence: {
    title: 'Who appears where',
    about: 'by scene',
    speaks: 'Speaks',
    named: 'Named in the action',
    speaking: 'Speaking',
    alsoNamed: 'Also named',
    caption: 'Characters by scene',
    character: 'Character',
    none: 'Characters appear here with their first line.',
  },
  share: {
    yours: (share: string) => `${share}% yours`,
    imported: 'imported',
    partlyImported: (share: string) => `${share}% imported`,
    both: (imported: string, own: string) => `${imported}, ${own}`,
    open: (parts: string) => `${parts}. Open the report`,
  },
  marks: {
    answer: (label: string, model: string) => `${label}: ${model}`,
    mixed: (parts: readonly string[]) => parts.join(', '),
  },
} as const
