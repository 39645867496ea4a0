/** What the person who asked for a script is told; the provider's own words stay in the log. */
const sentences = {
  aborted: 'The writing was stopped.',
  content_refused: 'The AI refused to write this. Please try to say it differently.',
  empty_answer: 'The AI gave an empty answer. Please try again.',
  prompt_too_long:
    'The script and the conversation are too long to work on at once. Please try again in a new chat.',
  provider_busy: 'The AI has too much to do at the moment. Please try again in a minute.',
  provider_error: 'The AI could not write an answer. Please try again.',
  provider_refused_key:
    'The AI service does not accept this server. Please tell your administrator.',
  provider_timeout: 'The AI took too long to answer. Please try again.',
  provider_unreachable: 'The AI service cannot be reached at the moment. Please try again.',
} as const satisfies Record<string, string>

export type WritingFailureCode = keyof typeof sentences

/** Never has a cause: a provider's error may carry the key, the script, or both. */
export class WritingFailure extends Error {
  override name = 'WritingFailure'
  readonly code: WritingFailureCode

  constructor(code: WritingFailureCode) {
    super(sentences[code])
    this.code = code
  }
}
