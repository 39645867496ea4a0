export type SceneFact = {
  /** Where its heading begins in the text. */
  start: number
  heading: string
  page: number
}

export type ScriptFacts = {
  /** In eighths: `2 1/8`. */
  length: string
  isOnePage: boolean
  minutes: number
  scenes: SceneFact[]
}
