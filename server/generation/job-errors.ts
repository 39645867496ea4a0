/** Sentences stored with jobs that end without an answer from the provider. */
export const jobErrors = {
  timeout: 'The answer took longer than 7 minutes. Please try again.',
  interrupted: 'The server was interrupted too often. Please try again.',
  unexpected_failure: 'Generation failed',
} as const
