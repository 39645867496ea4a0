import { type LoadedPart, loadedPart } from '../../../lib/loading/loaded-part.ts'
import { adminModelsMessages } from '../../../messages/admin-models.ts'
import { adminNoticeMessages } from '../../../messages/admin-notices.ts'
import { invitationMessages } from '../../../messages/admin-invitations.ts'
import { usageMessages } from '../../../messages/admin-usage.ts'

/** A part of the admin page at `/admin?section=ID`, loaded when it is opened. */
export type AdminSection = { id: string; label: string; part: LoadedPart<object> }

/** In the order of the links; the users, at `/admin`, come before them. */
export const adminSections: readonly AdminSection[] = [
  {
    id: 'models',
    label: adminModelsMessages.section,
    part: loadedPart(async () => (await import('../models/models-section.tsx')).ModelsSection),
  },
  {
    id: 'usage',
    label: usageMessages.section,
    part: loadedPart(async () => (await import('../usage/usage-section.tsx')).UsageSection),
  },
  {
    id: 'invitations',
    label: invitationMessages.section,
    part: loadedPart(
      async () => (await import('../invitations/invitations-section.tsx')).InvitationsSection,
    ),
  },
  {
    id: 'notices',
    label: adminNoticeMessages.section,
    part: loadedPart(async () => (await import('../notices/notices-section.tsx')).NoticesSection),
  },
]
