const PREFIX = 'script-writer-kept:'

/** What a person typed and nobody has stored yet. Without storage it lasts as long as the page. */
export const keptText = {
  read(name: string): string | null {
    try {
      return localStorage.getItem(PREFIX + name)
    } catch {
      return null
    }
  },
  write(name: string, text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(PREFIX + name)
      else localStorage.setItem(PREFIX + name, text)
    } catch {
      // Forbidden or full: the page itself still has it.
    }
  },
}
