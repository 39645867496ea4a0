/** What `<input type="datetime-local">` takes, in the time zone of the browser. */
export function toLocalInput(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** Undefined if it is empty or not a time. */
export function fromLocalInput(value: string): string | undefined {
  const date = new Date(value)
  return value === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
