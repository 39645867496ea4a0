type Named = { number: string; heading: string }

const cardName = ({ number, heading }: Named) =>
  number === '' ? `Idea ${heading}` : `Scene ${number}, ${heading}`

/** `toLocaleString` makes a new one each time, which every column would wait for. */
const numbers = new Intl.NumberFormat()

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${numbers.format(count)} ${many}`

export const boardMessages = {
  label: 'Board',
  tools: 'Board tools',
  empty: 'Nothing is on the board yet. Begin with a card, a column or a template.',
  hint: 'Arrow keys go from card to card, with Shift they select several. Alt with an arrow key moves what is selected. Enter opens the scene on the page, F2 edits the card, N adds one below, Delete deletes.',
  dragHint:
    'Drag with the mouse, or hold your finger on the card and drag. By keyboard, Alt with an arrow key moves a card.',
  column: (title: string | null) => title ?? 'Before the first section',
  noSection: 'Before the first section',
  wholeScript: 'Script',
  columnLabel: (title: string, cards: number) => `${title}, ${counted(cards, 'card', 'cards')}`,
  lengthOf: (scenes: number, pages: string | null) =>
    pages === null
      ? counted(scenes, 'scene', 'scenes')
      : `${counted(scenes, 'scene', 'scenes')} · ${pages} pp`,
  columnMenu: (title: string) => `Column ${title}`,
  groupMenu: (title: string) => `Group ${title}`,
  newCard: 'New card',
  newColumn: 'New column',
  addCard: 'Card',
  addCardTo: (title: string) => `New card in ${title}`,
  addColumn: 'Column',
  columnName: 'Name of the column',
  rename: 'Rename',
  moveLeft: 'Move left',
  moveRight: 'Move right',
  removeColumn: 'Remove the column, keep its cards',
  removeGroup: 'Remove the group, keep its cards',
  card: {
    scene: 'Scene',
    idea: 'Idea',
    ideaNote: 'idea, not a scene yet',
    noSynopsis: 'No synopsis',
    pages: 'pages',
    notes: (count: number) => counted(count, 'note', 'notes'),
    selected: 'selected',
    dimmed: 'not in the filter',
    menu: (card: Named) => `Actions for ${cardName(card)}`,
    heading: 'Heading',
    headingHint:
      'A scene heading such as INT. KITCHEN - DAY makes it a scene, anything else an idea.',
    synopsis: 'Synopsis',
    headingPlaceholder: 'INT. KITCHEN - DAY, or an idea',
    save: 'Done',
    cancel: 'Cancel',
    edit: 'Edit',
    open: 'Open on the page',
    color: 'Colour',
    moveTo: 'Move to',
    newBelow: 'New card below',
    delete: 'Delete',
    deleteSome: (count: number) => `Delete ${counted(count, 'card', 'cards')}`,
    count: (count: number) => counted(count, 'card', 'cards'),
  },
  /** Beat's names of colours, which are stored in the script as they are. */
  colors: {
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
    brown: 'Brown',
    gray: 'Grey',
  },
  noColor: 'No colour',
  everybody: 'Everybody',
  anyColor: 'Any colour',
  who: 'Who is in the scene',
  whichColor: 'Colour of the card',
  inFilter: (found: number, all: number) =>
    `${numbers.format(found)} of ${counted(all, 'card', 'cards')}`,
  template: 'Template',
  templateHint: 'Adds columns and ideas, and changes nothing that is there.',
  templateThere: 'Everything of this template is on the board already.',
  /** A template beside columns that it has too. */
  mapping: {
    title: 'These columns are there already',
    text: (name: string, columns: readonly { title: string; into: string | null }[]) => {
      const there = columns.flatMap(({ title, into }) =>
        into === null
          ? []
          : [into.toLowerCase() === title.toLowerCase() ? into : `${title} → ${into}`],
      )
      const more = columns.length - there.length
      const rest = more === 0 ? '' : ` ${counted(more, 'column is', 'columns are')} new.`
      return `“${name}” can put its ideas into the columns of the script: ${there.join(', ')}.${rest}`
    },
    into: 'Add to these columns',
    asNew: 'As new columns',
  },
  ask: 'Ask',
  asks: {
    synopses: {
      label: 'Fill in the synopses',
      prompt:
        'Fill in the synopses: give every scene that has none a synopsis, one line beginning with "= " directly below its heading, that says what changes in the scene. Change nothing else.',
    },
    missing: {
      label: 'What is missing?',
      prompt:
        'Look at the outline: sections, scenes, synopses and ideas. What is missing? Name steps of the story that are skipped, threads that are left open, and characters who disappear. Be brief, and name the scenes.',
    },
    write: {
      label: 'Write this idea as a scene',
      prompt:
        'Write this idea as a scene: a scene heading, the synopsis as a line beginning with "= " below it, then action and dialogue. It replaces the idea.',
    },
  },
  /** What a prompt from the board is about. */
  asksAbout: {
    part: (label: string | null) => (label === null ? 'About the whole script' : `About ${label}`),
    apart: 'About the whole script: the selected cards are not next to each other',
  },
  rhythm: {
    label: 'Rhythm',
    summary: (scenes: number, pages: string, night: number, inside: number, outside: number) =>
      `${counted(scenes, 'scene', 'scenes')}, ${pages} pages. ${numbers.format(night)} at night. ${numbers.format(inside)} inside, ${numbers.format(outside)} outside.`,
    list: 'Rhythm, scene by scene',
    night: 'Night',
    day: 'Day',
    outside: 'Outside',
    times: { day: 'day', night: 'night', unknown: 'no time of day' },
    places: {
      interior: 'inside',
      exterior: 'outside',
      both: 'inside and outside',
      unknown: 'no place',
    },
    pages: (length: string) => `${length} pages`,
    nobody: 'nobody speaks',
    who: 'Who speaks',
    people: 'Who speaks in which scenes',
    filterBy: (name: string) => `Only scenes with ${name}`,
    speaksIn: (name: string, scenes: number, all: number) =>
      `${name}, in ${numbers.format(scenes)} of ${counted(all, 'scene', 'scenes')}`,
  },
  counts: (scenes: number, ideas: number) =>
    ideas === 0
      ? counted(scenes, 'card', 'cards')
      : `${counted(scenes + ideas, 'card', 'cards')}, ${counted(ideas, 'idea', 'ideas')}`,
  said: {
    picked: (card: Named, count: number) =>
      count > 1 ? `${counted(count, 'card', 'cards')} picked up.` : `${cardName(card)}: picked up.`,
    over: (place: number, all: number, column: string) =>
      `Place ${numbers.format(place)} of ${numbers.format(all)} in ${column}.`,
    moved: (card: Named, place: number, all: number, column: string) =>
      `${cardName(card)}: moved to place ${numbers.format(place)} of ${numbers.format(all)} in ${column}.`,
    movedSome: (count: number, column: string) =>
      `${counted(count, 'card', 'cards')} moved to ${column}.`,
    cancelled: 'Nothing was moved.',
    notMoved: 'It cannot be moved further.',
    made: (card: Named) => `${cardName(card)}: added.`,
    edited: 'Card changed.',
    columnMoved: (title: string) => `${title}: moved.`,
    columnMade: (title: string) => `${title}: added.`,
    columnRemoved: (title: string) => `${title}: removed. Its cards stay.`,
    template: (name: string) => `${name}: added.`,
    undone: 'Undone.',
    redone: 'Redone.',
    selected: (count: number) => `${counted(count, 'card', 'cards')} selected.`,
  },
  deleted: {
    title: (cards: readonly Named[]) => `${counted(cards.length, 'card', 'cards')} deleted`,
    names: (cards: readonly Named[]) => {
      const named = cards.slice(0, 3).map(cardName).join('; ')
      return cards.length > 3 ? `${named} and ${numbers.format(cards.length - 3)} more` : named
    },
    undo: 'Undo',
    tooLate: 'The script was changed since. Undo takes back one change after the other.',
  },
  refusedTitle: 'Not changed',
  refused:
    'A comment, a note or a mark reaches from here into other parts of the script. Change it on the page.',
  shortcuts: {
    title: 'Board',
    go: 'Go from card to card',
    select: 'Select several cards',
    move: 'Move what is selected',
    open: 'Open the scene on the page',
    edit: 'Edit the card',
    add: 'New card below',
    delete: 'Delete what is selected',
    undo: 'Undo',
  },
} as const
