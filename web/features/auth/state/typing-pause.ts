/** Whoever has not pressed a key for so long is not in the middle of a word. */
const PAUSE = 2_000

let lastKey = Number.NEGATIVE_INFINITY

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea'))

document.addEventListener(
  'keydown',
  ({ target }) => {
    if (isText(target)) lastKey = performance.now()
  },
  { capture: true },
)

const left = (): number => lastKey + PAUSE - performance.now()

export const isTyping = (): boolean => left() > 0

/** Acts after a pause in typing, or at the next click. Returns what prevents that. */
export function afterTyping(act: () => void): () => void {
  let timer = setTimeout(check, left())
  function stop(): void {
    clearTimeout(timer)
    document.removeEventListener('click', end, { capture: true })
  }
  function end(): void {
    stop()
    lastKey = Number.NEGATIVE_INFINITY
    act()
  }
  function check(): void {
    if (isTyping()) timer = setTimeout(check, left())
    else end()
  }
  document.addEventListener('click', end, { capture: true })
  return stop
}
