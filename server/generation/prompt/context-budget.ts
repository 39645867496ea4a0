/**
 * A count that is further off is wrong rather than the estimate: some local servers do not count what they had
 * cached. Too low a count would make prompts too long, so it is trusted less.
 */
const LOWEST = 0.8
const HIGHEST = 2
/** How much the newest count weighs. */
const NEWEST = 0.2

/**
 * How many estimated tokens a prompt may have. The estimate is corrected by what each model has counted so far,
 * a running average in memory: after a restart it is learnt again.
 */
export class ContextBudget {
  readonly #tokens: number
  readonly #ratios = new Map<string, number>()

  constructor(tokens: number) {
    this.#tokens = tokens
  }

  tokensFor(model: string): number {
    return Math.floor(this.#tokens / (this.#ratios.get(model) ?? 1))
  }

  /** Null if the model did not say how many it counted. */
  learn(model: string, estimated: number, counted: number | null): void {
    if (counted === null || counted <= 0 || estimated <= 0) return
    const ratio = Math.min(HIGHEST, Math.max(LOWEST, counted / estimated))
    const known = this.#ratios.get(model) ?? ratio
    this.#ratios.set(model, known + (ratio - known) * NEWEST)
  }
}
