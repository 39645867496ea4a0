const format = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** A day of the database's calendar, which is UTC's, whatever the reader's clock says. */
export const dayLabel = (day: string): string => format.format(new Date(`${day}T00:00:00Z`))
