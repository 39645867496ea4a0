/** What this browser remembers. Where storage is blocked or full, a choice lasts as long as the page. */
export const storedChoice = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  write(key: string, value: string | null): void {
    try {
      if (value === null) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    } catch {
      return
    }
  },
}
