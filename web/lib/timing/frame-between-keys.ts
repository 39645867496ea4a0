/** Milliseconds after a key press by which its frame has been painted. */
const KEY_PAINTED = 24
/** From then on, a fast typist may press the next key. */
const NEXT_KEY = 30
/** After this time without a key press, nobody is typing. */
const PAUSE = 150
const LOOK_AGAIN = 4

let lastKey = Number.NEGATIVE_INFINITY
let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  document.addEventListener('keydown', () => (lastKey = performance.now()), { capture: true })
}

/**
 * Like `requestAnimationFrame`, for work that can wait a moment: during typing, it runs right after the frame
 * of a key press, so that it does not delay the next one. Returns a function that cancels it.
 */
export function frameBetweenKeys(show: (now: number) => void): () => void {
  listen()
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  function look(): void {
    const since = performance.now() - lastKey
    const isFree = since >= PAUSE || (since >= KEY_PAINTED && since < NEXT_KEY)
    if (isFree) frame = requestAnimationFrame(show)
    else timer = setTimeout(look, since < KEY_PAINTED ? KEY_PAINTED - since : LOOK_AGAIN)
  }
  look()
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}
