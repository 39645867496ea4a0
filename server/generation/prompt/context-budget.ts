/**
 * Bounds for counted / estimated tokens. Outside of them the count is wrong, not the estimate: some local
 * servers do not count cached tokens. The lower bound is tighter, because a low count makes prompts too long.
 */
const LOWEST = 0.8
const HIGHEST = 2
/** The weight of the newest count in the running average. */
const NEWEST = 0.2

/**
 * How many estimated tokens a prompt may have. The estimate is corrected by a running average of each model's
 * own counts, which is kept in memory and learnt again after a restart.
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

  /** `counted` is null if the model did not report a count. */
  learn(model: string, estimated: number, counted: number | null): void {
    if (counted === null || counted <= 0 || estimated <= 0) return
    const ratio = Math.min(HIGHEST, Math.max(LOWEST, counted / estimated))
    const known = this.#ratios.get(model) ?? ratio
    this.#ratios.set(model, known + (ratio - known) * NEWEST)
  }
}
