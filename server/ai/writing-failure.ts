/** Why a writer could not finish. */
export type WritingFailureCode =
  | 'aborted'
  | 'content_refused'
  | 'empty_answer'
  | 'key_unreadable'
  | 'prompt_too_long'
  | 'provider_busy'
  | 'provider_error'
  | 'provider_refused_key'
  | 'provider_timeout'
  | 'provider_unreachable'
  | 'target_too_long'

/** Never has a cause: a provider's error may contain the API key or the script. */
export class WritingFailure extends Error {
  override name = 'WritingFailure'
  readonly code: WritingFailureCode

  constructor(code: WritingFailureCode) {
    super(code)
    this.code = code
  }
}
