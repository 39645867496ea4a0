import { adminMessages as admin } from '../../../messages/admin.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import type { UserChange } from '../api/users.ts'

const sentences: Record<UserChange, { done: string; failed: string }> = {
  approve: { done: admin.approvedDone, failed: admin.approveFailed },
  restrict: { done: admin.restrictedDone, failed: admin.restrictFailed },
  grant: { done: admin.granted, failed: admin.learningLoopFailed },
  revoke: { done: admin.revoked, failed: admin.learningLoopFailed },
}

export const toastSuccess = (change: UserChange): void =>
  showToast({ title: admin.successTitle, message: sentences[change].done, kind: 'success' })

/** Returns the message, to be shown next to the control as well. */
export function toastFailure(change: UserChange): string {
  const { failed } = sentences[change]
  showToast({ title: admin.errorTitle, message: failed, kind: 'error' })
  return failed
}
