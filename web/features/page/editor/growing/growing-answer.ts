/** An answer that is being written. */
export type GrowingAnswer = {
  text: { get: () => string; subscribe: (listener: () => void) => () => void }
  /** The script that the request was about; null if another tab asked: then it is the one that is shown. */
  script: string | null
  /** The only range of it that may change; null if that is everything. */
  target: { start: number; end: number } | null
}
