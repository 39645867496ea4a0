const format = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** Days are UTC, independent of the reader's time zone. */
export const dayLabel = (day: string): string => format.format(new Date(`${day}T00:00:00Z`))
