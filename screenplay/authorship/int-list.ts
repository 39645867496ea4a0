/** A list of integers that grows. */
export class IntList {
  #values: Int32Array
  #length: number

  constructor(values: Int32Array = new Int32Array(1024)) {
    this.#values = values
    this.#length = 0
  }

  get length(): number {
    return this.#length
  }

  get values(): Int32Array {
    return this.#values.subarray(0, this.#length)
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  add(values: ArrayLike<number>): void {
    const length = this.#length + values.length
    if (length > this.#values.length) {
      const larger = new Int32Array(Math.max(length, this.#values.length * 2))
      larger.set(this.values)
      this.#values = larger
    }
    this.#values.set(values, this.#length)
    this.#length = length
  }
}
