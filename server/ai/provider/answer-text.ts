const OPENING = '<think>'
const CLOSING = '</think>'

/** Drops the `<think>` block with which some local models begin. */
function thinkingFilter(): (piece: string) => string {
  let held = ''
  let state: 'undecided' | 'thinking' | 'answer' = 'undecided'
  return (piece) => {
    if (state === 'answer') return piece
    held += piece
    if (state === 'undecided') {
      const start = held.trimStart()
      if (start.length < OPENING.length && OPENING.startsWith(start)) return ''
      state = start.startsWith(OPENING) ? 'thinking' : 'answer'
      if (state === 'answer') return held
    }
    const end = held.indexOf(CLOSING)
    if (end === -1) {
      held = held.slice(-CLOSING.length)
      return ''
    }
    state = 'answer'
    return held.slice(end + CLOSING.length)
  }
}

// Control characters do not belong in a script, and PostgreSQL cannot store NUL.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Drops control characters and joins surrogate pairs split between pieces. */
function storableFilter(keepsStart: boolean): (piece: string) => string {
  let highSurrogate = ''
  let started = keepsStart
  return (piece) => {
    let text = (highSurrogate + piece).replace(CONTROLS, '')
    highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    text = text.slice(0, text.length - highSurrogate.length).toWellFormed()
    if (!started) text = text.trimStart()
    started ||= text !== ''
    return text
  }
}

/** Reduces the provider's pieces to the text of the answer, by default without leading white space. */
export function answerText({ keepsStart = false } = {}): (piece: string) => string {
  const withoutThinking = thinkingFilter()
  const storable = storableFilter(keepsStart)
  return (piece) => storable(withoutThinking(piece))
}

/** Truncates to a number of bytes, at a character boundary. */
export function truncateBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}
