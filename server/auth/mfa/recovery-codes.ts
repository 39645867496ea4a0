import { randomInt } from 'node:crypto'

export const HOW_MANY = 10
const LENGTH = 16
/** Without letters and digits that are easily mistaken for each other; 31^16 is 79 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const newCode = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

export const newCodes = (): string[] => Array.from({ length: HOW_MANY }, newCode)

/** Removes spaces, hyphens and capitals that the user may have typed. */
export const canonical = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toLowerCase()
