import { PENDING_BADGE_MOST } from '../../../contract/limits.ts'

export const badgeText = (count: number): string =>
  count > PENDING_BADGE_MOST ? `${PENDING_BADGE_MOST}+` : String(count)
