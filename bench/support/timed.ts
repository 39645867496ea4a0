export async function timed<T>(work: () => PromiseLike<T>): Promise<[T, number]> {
  const started = performance.now()
  const result = await work()
  return [result, performance.now() - started]
}
