export const commonMessages = {
  common: {
    clearSearch: 'Clear search',
    close: 'Close',
    home: 'Return to Home',
    loading: 'Loading…',
    notifications: 'Notifications',
    retry: 'Try again',
    storedTextIsFull:
      'Your scripts and their versions take up all the space that this server gives you. Delete scripts you no longer need.',
    unknownReason: 'something went wrong.',
  },
  theme: {
    name: 'Theme',
    light: 'Light',
    dark: 'Dark',
    system: 'System',
  },
  connecting: {
    failed: "Can't reach the server. Please check your connection.",
    delayed: "The server isn't answering. Trying again…",
  },
  offline: "You're offline. What you write in a script is kept in this browser.",
  notFound: {
    title: 'Oops! Page not found',
    explanation: "There's nothing at this address.",
    logged: 'Page not found:',
  },
  failure: {
    title: 'Something went wrong',
    explanation: "That's our fault. Reloading the page usually helps.",
    reload: 'Reload',
    logged: 'Unhandled error:',
  },
} as const
