/** Every sentence a person reads, in one place. */
export const messages = {
  common: {
    close: 'Close',
    home: 'Return to Home',
    loading: 'Loading…',
    notifications: 'Notifications',
  },
  theme: {
    name: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
  },
  home: {
    title: 'Chat with an AI, and its answer becomes your script.',
  },
  status: {
    checking: 'Asking the server…',
    ready: 'The server and its database are ready.',
    notReady: 'The server is not ready yet.',
    retry: 'Try again',
  },
  notFound: {
    title: 'Oops! Page not found',
    explanation: 'Nothing is written at this address.',
    logged: 'Page not found:',
  },
  failure: {
    title: 'Something went wrong',
    explanation: 'The page stopped because of a fault of ours; reloading it usually helps.',
    reload: 'Reload',
    logged: 'The page stopped:',
  },
  opening: {
    fadeIn: 'Fade in:',
    scene: 'Int. Kitchen table - Night',
    action: 'A lamp. A cold cup of coffee. A page with one line on it.',
    character: 'Writer',
    parenthetical: '(to no one)',
    dialogue: 'What if she never got on the train?',
    answer: 'The page answers.',
  },
} as const
