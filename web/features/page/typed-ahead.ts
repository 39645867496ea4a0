let typed = ''

/** Collects what is typed, instead of letting it go into the script, until the returned function is called. */
export function captureTypeAhead(): () => void {
  typed = ''
  const collect = (event: KeyboardEvent) => {
    const isCommand = event.ctrlKey || event.metaKey || event.altKey
    if (isCommand && !event.getModifierState('AltGraph')) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (Array.from(event.key).length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', collect, true)
  return () => window.removeEventListener('keydown', collect, true)
}

/** Passes the collected keys to the field that has opened meanwhile; false if there are none. */
export function receiveTypedAhead(receive: (text: string) => void): boolean {
  const taken = typed
  typed = ''
  if (taken !== '') receive(taken)
  return taken !== ''
}
