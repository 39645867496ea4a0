const short = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

export const dayText = (time: string): string => new Date(time).toLocaleDateString()

export const timeText = (time: string): string => short.format(new Date(time))

/** For a tooltip: to the second, and with the time zone. */
export const wholeTime = (time: string): string => whole.format(new Date(time))

/** The time zone in which times are shown and entered, such as Europe/Berlin. */
export const ownTimeZone = (): string => whole.resolvedOptions().timeZone
