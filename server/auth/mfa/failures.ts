import { RequestFailure } from '../../common/failures.ts'

/** The refusals of Supabase Auth about second factors: status, code and words as its client knows them. */
export const mfaFailures = {
  factorNotFound: () => new RequestFailure(404, 'mfa_factor_not_found', 'Factor not found'),
  factorIdInvalid: () => new RequestFailure(404, 'validation_failed', 'factor_id must be an UUID'),
  challengeNotFound: () =>
    new RequestFailure(
      404,
      'mfa_factor_not_found',
      'MFA factor with the provided challenge ID not found',
    ),
  addressMismatch: () =>
    new RequestFailure(
      422,
      'mfa_ip_address_mismatch',
      'Challenge and verify IP addresses mismatch',
    ),
  challengeExpired: (id: string) =>
    new RequestFailure(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    ),
  wrongCode: () => new RequestFailure(422, 'mfa_verification_failed', 'Invalid TOTP code entered'),
  wrongRecoveryCode: () =>
    new RequestFailure(422, 'mfa_verification_failed', 'Invalid recovery code entered'),
  /** Sealed under another JWT_SECRET. */
  factorUnreadable: () =>
    new RequestFailure(
      422,
      'mfa_factor_unreadable',
      'This authenticator app was set up before the server changed its key. Use a recovery code, then set the app up again.',
    ),
  tooManyFactors: () =>
    new RequestFailure(
      403,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    ),
  nameTaken: (name: string) =>
    new RequestFailure(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name "${name}" for this user already exists`,
    ),
  enrollNeedsAal2: () =>
    new RequestFailure(403, 'insufficient_aal', 'AAL2 required to enroll a new factor'),
  unenrollNeedsAal2: () =>
    new RequestFailure(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor'),
  codesNeedAal2: () =>
    new RequestFailure(403, 'insufficient_aal', 'AAL2 required to manage recovery codes'),
  passwordNeedsAal2: () =>
    new RequestFailure(
      401,
      'insufficient_aal',
      'AAL2 session is required to update email or password when MFA is enabled.',
    ),
  enrollDisabled: (type: 'phone' | 'webauthn') =>
    new RequestFailure(422, `mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`),
  codesExist: () =>
    new RequestFailure(
      422,
      'mfa_verified_factor_exists',
      'Recovery codes already exist, regenerate them to get a new set',
    ),
  codesAlone: () =>
    new RequestFailure(
      422,
      'mfa_recovery_codes_sole_factor',
      'Recovery codes need another verified factor',
    ),
}
