const firstPrimes = (count: number): number[] => {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n += 1)
    if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

/** The first 32 bits of the fractional part. */
const fraction = (x: number): number => ((x % 1) * 2 ** 32) | 0

const PRIMES = firstPrimes(64)
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))

const turn = (x: number, bits: number): number => (x >>> bits) | (x << (32 - bits))

/** Pads to whole blocks: a one bit, zeros, the length in bits. */
function padded(bytes: Uint8Array): DataView {
  const view = new DataView(new ArrayBuffer(Math.ceil((bytes.length + 9) / 64) * 64))
  const all = new Uint8Array(view.buffer)
  all.set(bytes)
  all[bytes.length] = 0x80
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(view.byteLength - 4, bytes.length << 3)
  return view
}

function fill(words: Int32Array, view: DataView, block: number): void {
  for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(block + i * 4)
  for (let i = 16; i < 64; i += 1) {
    const w2 = words[i - 2] ?? 0
    const w15 = words[i - 15] ?? 0
    const s0 = turn(w15, 7) ^ turn(w15, 18) ^ (w15 >>> 3)
    const s1 = turn(w2, 17) ^ turn(w2, 19) ^ (w2 >>> 10)
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i += 1) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + (ROUND[i] ?? 0) + (words[i] ?? 0)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + x) | 0
}

/** For pages without https, where crypto.subtle is missing. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes)
  const state = START.slice()
  const words = new Int32Array(64)
  for (let block = 0; block < view.byteLength; block += 64) {
    fill(words, view, block)
    compress(state, words)
  }
  const result = new DataView(new ArrayBuffer(32))
  for (const [i, x] of state.entries()) result.setInt32(i * 4, x)
  return new Uint8Array(result.buffer)
}
