import type { LoadedPart } from '../../../lib/loading/loaded-part.ts'

/** A part of the admin page at `/admin?section=ID`, loaded when it is opened. */
export type AdminSection = { id: string; label: string; part: LoadedPart<object> }

/** In the order of the links; the users, at `/admin`, come before them. */
export const adminSections: readonly AdminSection[] = []
