import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class lists; where two set the same thing, the later one wins. */
export function classNames(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
