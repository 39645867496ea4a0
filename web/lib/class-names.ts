import { type ClassValue, clsx } from 'clsx'
import { twMerge } from 'tailwind-merge'

/** Joins class lists; of conflicting Tailwind classes the last one wins. */
export function classNames(...values: ClassValue[]): string {
  return twMerge(clsx(values))
}
