/** The time as a value for `<input type="datetime-local">`, in the browser's time zone. */
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
