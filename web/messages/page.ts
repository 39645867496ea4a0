/** What a list shows of a scene. */
type NamedScene = { number: string; heading: string }

const nameOf = ({ number, heading }: NamedScene) =>
  number === '' ? heading : `Scene ${number}, ${heading}`

export const pageMessages = {
  scenes: {
    label: 'Scenes',
    strip: 'Scene numbers',
    filter: 'Filter scenes',
    empty: 'No scenes yet. A line such as INT. KITCHEN - DAY begins one.',
    noneFound: 'No scene matches.',
    found: (found: number, all: number) =>
      `${found.toLocaleString()} of ${all.toLocaleString()} scenes`,
    scene: 'Scene',
    pages: 'pages',
    onPage: (page: string) => `On page ${page}`,
    choose: 'Choose scenes for the chat',
    chooseHint: 'Choose the scenes that the next prompt is about.',
    chooseKeys: 'Shift+Up and Shift+Down choose scenes for the chat.',
    chosen: (count: number) =>
      count === 1 ? '1 scene for the chat' : `${count.toLocaleString()} scenes for the chat`,
    isChosen: 'chosen for the chat',
    chooseNone: 'None',
    ask: 'Go to the prompt',
    moveHint: 'Alt+Up and Alt+Down move the scene.',
    moveMenu: (scene: NamedScene) => `Move ${nameOf(scene)}`,
    moveUp: 'Move up',
    moveDown: 'Move down',
    moveFirst: 'Move to the start',
    moveLast: 'Move to the end',
    moved: (scene: NamedScene, place: number, all: number) =>
      `${nameOf(scene)}: moved to place ${place.toLocaleString()} of ${all.toLocaleString()}.`,
  },
  commands: {
    label: 'Commands',
    search: 'Type a command',
    noneFound: 'No command matches.',
  },
  titlePage: {
    title: 'Title page',
    fields: {
      title: 'Title',
      credit: 'Credit',
      author: 'Author',
      source: 'Source',
      draftDate: 'Draft date',
      contact: 'Contact',
    },
    others: (keys: string) => `Also on the title page, and not changed here: ${keys}.`,
    cancel: 'Cancel',
    save: 'Save title page',
  },
  pageSetup: {
    title: 'Page setup',
    description:
      'Part of the script: it applies to the page and to every export. Undo takes it back.',
    done: 'Done',
    preset: 'Preset',
    presets: { screenplay: 'Screenplay', 'multi-camera': 'Multi-camera', a4: 'A4' },
    paper: 'Paper',
    papers: {
      any: 'Chosen with each export',
      letter: 'US Letter',
      a4: 'A4',
      custom: (width: number, height: number) => `${width} × ${height} in`,
    },
    breaksSentences: 'Break pages only between sentences',
    doubleSpaced: 'Double-spaced dialogue',
    automaticContinueds: "Add (CONT'D) automatically",
    automaticContinuedsHint: 'To the name of whoever spoke last in the scene.',
    moreText: 'Text of (MORE)',
    continuedText: "Text of (CONT'D)",
    elements: 'Elements',
    element: 'Element',
    elementNames: {
      'scene-heading': 'Scene heading',
      action: 'Action',
      character: 'Character',
      parenthetical: 'Parenthetical',
      dialogue: 'Dialogue',
      lyrics: 'Lyrics',
      transition: 'Transition',
      centered: 'Centred',
    },
    left: 'Left',
    right: 'Right',
    before: 'Lines above',
    inches: 'Left and right in inches from the left edge of the paper.',
    between: (least: number, most: number) => `${least} to ${most}`,
  },
  status: {
    label: 'Counts',
    page: (page: string, pages: number) => `page ${page} of ${pages.toLocaleString()}`,
    pages: (pages: number) => (pages === 1 ? '1 page' : `${pages.toLocaleString()} pages`),
    minutes: (minutes: number) => `≈ ${minutes.toLocaleString()} min`,
    scene: (scene: number, scenes: number) =>
      `scene ${scene.toLocaleString()} of ${scenes.toLocaleString()}`,
    scenes: (scenes: number) => (scenes === 1 ? '1 scene' : `${scenes.toLocaleString()} scenes`),
    words: (words: number) => (words === 1 ? '1 word' : `${words.toLocaleString()} words`),
  },
  goal: {
    title: 'Daily goal',
    description: 'How much you want to write in a day, in all your scripts together.',
    set: 'Set a daily goal',
    amount: 'Amount',
    unit: 'Unit',
    units: { words: 'words', pages: 'pages' },
    progress: (written: string, amount: string, unit: string) =>
      `today ${written} of ${amount} ${unit}`,
    reached: (written: string, unit: string) => `goal reached: ${written} ${unit} today`,
    invalid: 'Please enter a whole number from 1 to 100,000.',
    remove: 'No goal',
    save: 'Save goal',
  },
  /** How keys are written on a Mac and elsewhere; other keys stand for themselves. */
  shortcuts: {
    general: 'Everywhere',
    elements: 'Elements',
    text: 'Text and scenes',
    switch: 'Between the page and the prompt',
    send: 'Send the prompt',
    newLine: 'New line in the prompt',
    stop: 'Stop the answer, leave focus mode',
    nextElement: 'Next element',
    otherElement: 'Another element',
  },
  keys: {
    mac: { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', Enter: '↩', Tab: '⇥', Escape: 'esc' },
    other: { Mod: 'Ctrl', Escape: 'Esc' },
    arrows: { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' },
  },
} as const
