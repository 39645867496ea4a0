/** The frame of a key is painted by then, in ms. */
const KEY_PAINTED = 24
/** From then on, the next key of a fast typist may come. */
const NEXT_KEY = 30
/** Nobody is typing. */
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
 * Like `requestAnimationFrame`, for what may wait a moment: while somebody is typing, the frame comes right after that
 * of a key, so that the next key does not have to wait for it. Returns a function that cancels it.
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
