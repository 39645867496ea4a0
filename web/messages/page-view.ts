export const pageViewMessages = {
  pageView: {
    views: { label: 'View', chat: 'Chat', both: 'Both', page: 'Page' },
    /** The accessible name of the editable text. */
    page: 'Script page',
    pagePanel: 'Page',
    chatPanel: 'Chat',
    resize: 'Width of the chat',
    resizeScenes: 'Width of the scene list',
    leaveFocus: 'Leave focus mode',
    pageFailed: 'The page could not be loaded.',
    loadingPage: 'Loading the page...',
    tools: 'Page tools',
    leaveHint:
      'Tab moves between elements. Press Escape, then Tab, to leave the page, or F6 for the prompt.',
    placeholder: 'FADE IN:',
    scenes: 'Scenes',
    palette: 'Commands',
    elementIs: (name: string) => `Element: ${name}`,
    elements: {
      'scene-heading': 'Scene heading',
      action: 'Action',
      character: 'Character',
      parenthetical: 'Parenthetical',
      dialogue: 'Dialogue',
      transition: 'Transition',
      lyrics: 'Lyrics',
      centered: 'Centred',
      section: 'Section',
      synopsis: 'Synopsis',
      note: 'Note',
      boneyard: 'Omitted text',
      'page-break': 'Page break',
      'title-page': 'Title page',
    },
    /** In the element menu, while the cursor is in one of two speeches side by side. */
    dual: 'Dual dialogue',
    completion: {
      /** For screen readers. */
      label: 'Suggestions. Tab takes the first one, or the one you choose with the arrow keys.',
      keys: { tab: 'Tab', enter: 'Enter' },
    },
    zoomIs: (zoom: string) => `Zoom: ${zoom}`,
    zoom: (zoom: number | 'fit') => (zoom === 'fit' ? 'Fit' : `${Math.round(zoom * 100)}%`),
    find: {
      open: 'Find',
      label: 'Find and replace',
      text: 'Find',
      replacement: 'Replace with',
      previous: 'Previous match',
      next: 'Next match',
      replace: 'Replace',
      replaceAll: 'Replace all',
      caseSensitive: 'Match case',
      wholeWords: 'Whole words',
      within: 'In',
      everything: 'everything',
      dialogue: 'dialogue',
      headings: 'scene headings',
      linesOf: (name: string) => `${name}'s lines`,
      close: 'Close find',
      count: (number: number, of: number) =>
        of === 0 ? 'No match' : number === 0 ? `${of} found` : `${number} of ${of}`,
      replaced: (replaced: number, skipped: number) => {
        const done = replaced === 0 ? 'Nothing replaced' : `${replaced} replaced`
        if (skipped === 0) return `${done}.`
        const why = skipped === 1 ? 'it would change' : 'they would change'
        return `${done}, ${skipped} skipped: ${why} what a line is, such as a cue into action.`
      },
      isCharacter: (name: string) => `${name} is a character.`,
      rename: 'Rename a character...',
    },
    rename: {
      title: 'Rename a character',
      from: 'Character',
      to: 'New name',
      mentions: 'Also in action and dialogue',
      submit: 'Rename',
      cancel: 'Cancel',
      done: (count: number) => (count === 1 ? '1 place changed.' : `${count} places changed.`),
      doneTitle: 'Character renamed',
    },
    goTo: {
      title: 'Go to page',
      page: (last: string) => `Page (1 to ${last})`,
      submit: 'Go',
      cancel: 'Cancel',
    },
    groups: { text: 'Text', elements: 'Element', script: 'Script', view: 'View', find: 'Find' },
    commands: {
      undo: 'Undo',
      redo: 'Redo',
      bold: 'Bold',
      italic: 'Italic',
      underline: 'Underline',
      note: 'Note',
      dual: 'Dual dialogue',
      pageBreak: 'Page break',
      sceneUp: 'Move scene up',
      sceneDown: 'Move scene down',
      titlePage: 'Title page...',
      pageSetup: 'Page setup...',
      find: 'Find and replace',
      rename: 'Rename a character...',
      ask: 'Ask for a change to this scene or selection',
      prompt: 'Go to the prompt',
      goToPage: 'Go to page...',
      history: 'History and comparison',
      examples: 'Learning Loop examples',
      scenes: 'Scene list',
      focus: 'Focus mode',
      reading: 'Reading mode',
      report: 'Report: who wrote it, scenes, voices',
      showOrigins: 'Show authorship in the margin',
      hideOrigins: 'Hide authorship in the margin',
    },
    production: {
      group: 'Production',
      commands: {
        numberScenes: 'Number scenes',
        removeNumbers: 'Remove scene numbers',
        lockNumbers: 'Lock scene numbers',
        unlockNumbers: 'Unlock scene numbers',
        omit: 'Omit scene',
        restore: 'Bring back scene',
        lockPages: 'Lock pages',
        lockNewPages: 'Lock new pages too',
        unlockPages: 'Unlock pages',
      },
    },
    reading: { label: 'Script, for reading', close: 'Back to the page' },
    /** In the status line, for everything that was typed. */
    storage: {
      stored: 'Stored',
      pending: 'Storing...',
      offline: 'Stored in this browser only',
      unstored: 'Not stored',
    },
    unstored:
      'Your last changes are stored neither in this browser nor on the server yet. Keep this window open.',
    /** The server refused the text for good, so only this browser has it. */
    refused: {
      stored_text_is_full:
        'Your scripts and their versions take up all the space that this server gives you. Your last changes are kept in this browser only: delete scripts you no longer need, then go on writing here.',
      script_is_too_large:
        'The script is larger than 1 MB. Your last changes are kept in this browser only.',
      many_lines:
        'The script has more than 100,000 lines. Your last changes are kept in this browser only.',
      many_scenes:
        'The script has more than 10,000 scenes. Your last changes are kept in this browser only.',
      many_pieces:
        'The script has far more parts than a screenplay. Your last changes are kept in this browser only.',
    },
    elementBar: 'Elements',
  },
} as const
