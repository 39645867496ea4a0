const OPENING = '<think>'
const CLOSING = '</think>'

/** Some local models think aloud in front of the answer. */
function withoutThinking(): (piece: string) => string {
  let held = ''
  let state: 'undecided' | 'thinking' | 'answering' = 'undecided'
  return (piece) => {
    if (state === 'answering') return piece
    held += piece
    if (state === 'undecided') {
      held = held.trimStart()
      if (held.length < OPENING.length && OPENING.startsWith(held)) return ''
      state = held.startsWith(OPENING) ? 'thinking' : 'answering'
      if (state === 'answering') return held
    }
    const end = held.indexOf(CLOSING)
    if (end === -1) {
      held = held.slice(-CLOSING.length)
      return ''
    }
    state = 'answering'
    return held.slice(end + CLOSING.length)
  }
}

// Control characters have no place in a script, and PostgreSQL takes no NUL.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Whole characters that can be stored, from the first one that can be seen. */
function storable(): (piece: string) => string {
  let half = ''
  let started = false
  return (piece) => {
    let text = (half + piece).replace(CONTROLS, '')
    half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? ''
    text = text.slice(0, text.length - half.length).toWellFormed()
    if (!started) text = text.trimStart()
    started ||= text !== ''
    return text
  }
}

/** What of a provider's pieces is the answer. */
export function answerText(): (piece: string) => string {
  const answering = withoutThinking()
  const storing = storable()
  return (piece) => storing(answering(piece))
}

/** The first bytes of a text, in whole characters. */
export function firstBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes))
  return text.slice(0, read)
}
