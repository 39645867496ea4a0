type NamedEdit = {
  kind: 'replaced' | 'inserted' | 'deleted' | 'script' | 'text'
  id: number | null
  heading: string
}

export const scopeMessages = {
  /** The part of the script that a prompt is about. */
  scope: {
    length: (pages: string, eighths: number) => `${pages} ${eighths > 8 ? 'pp' : 'p'}`,
    scene: (number: string, length: string) => `Scene ${number} · ${length}`,
    scenes: (from: string, to: string, length: string) => `Scenes ${from} to ${to} · ${length}`,
    someScenes: (from: string, to: string) => `Scenes ${from} to ${to}`,
    selection: (count: number) =>
      count === 1 ? 'Selection · 1 word' : `Selection · ${count.toLocaleString()} words`,
    idea: (name: string) => `Idea · ${name}`,
    rest: 'the rest stays as it is',
    remove: (label: string) => `Ask about the whole script instead of ${label}`,
    thisScene: 'This scene',
    lostTitle: 'Back to the whole script',
    lost: 'The part you had chosen is not in the script any more.',
    goneTitle: 'Not sent',
    gone: 'This prompt was about a part of the script. Choose that part again, then try again.',
    needed: 'Select some text or choose a scene first, then ask for alternatives.',
  },
  quick: {
    label: 'Quick actions',
    actions: {
      shorter: {
        label: 'Shorter',
        prompt: 'Make this shorter. Keep what happens and the best lines.',
      },
      dialogue: {
        label: 'Sharper dialogue',
        prompt: 'Sharpen the dialogue: fewer words, more subtext, a voice for each character.',
      },
      visual: {
        label: 'More visual',
        prompt: 'Make this more visual: show in images and action what is said now.',
      },
      continue: { label: 'Continue', prompt: 'Continue the script from here.' },
      alternatives: {
        label: 'Three alternatives',
        prompt: 'Write three alternatives that differ clearly from each other.',
      },
    },
  },
  mode: {
    label: 'What the prompt does',
    change: 'Change',
    ask: 'Ask',
    askPlaceholder: 'Ask. Nothing is changed.',
    changePlaceholder: 'Say what should change...',
  },
  /** The changes in an answer. */
  edits: {
    line: ({ kind, id, heading }: NamedEdit) => {
      const name = heading === '' ? '' : `: ${heading}`
      if (kind === 'replaced') return `Scene ${id}${name}`
      if (kind === 'inserted') return `New scene${name}`
      if (kind === 'deleted') return `Scene ${id} deleted${name}`
      return 'The part you chose'
    },
    linesSoFar: (count: number) =>
      count === 1 ? ', 1 line so far' : `, ${count.toLocaleString()} lines so far`,
    toReview: (count: number, scene: number | null) =>
      `${count === 1 ? '1 change' : `${count.toLocaleString()} changes`}${scene === null ? '' : ` in scene ${scene}`}`,
    inScript: (number: number, of: number) => `Alternative ${number} of ${of} is in the script`,
    showHere: 'Show it here',
    hide: 'Hide',
    goTo: 'Go to it',
    notThere: 'This change is not in the script any more.',
    same: 'It says what is there already, so nothing was changed.',
    kept: 'You were writing in this scene, so yours was kept.',
    insert: 'Insert at cursor',
    copy: 'Copy',
    copied: 'Copied to clipboard',
    copyFailed: 'Your browser blocked copying. Open the text and copy it yourself.',
  },
} as const
